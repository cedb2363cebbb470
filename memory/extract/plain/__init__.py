"""Plain statements that no frame knows by verb or noun, where they sound as if they last.

The frames name verbs one by one; people use others as well ("I coach the under-tens on Fridays"), and mention their
circumstances on the way to something else ("been on warfarin since May"). `readings` takes what the clause grammar has
read, `circumstances` the kinds of clause that the tables in `oneself` and `around` have, `clauses` the bare words of a
message that is a single clause; the words they share are in `words` and `verbs`. All leave alone what speaks to the
other, of what is at hand, or of the moment.
"""
