"""Plain statements that no frame knows by verb or noun, where they sound as if they last.

The frames name verbs one by one; people use others as well ("I coach the under-tens on Fridays", "been on warfarin
since May"). `readings` takes what the clause grammar has read, `clauses` the bare words of a clause; the tables they
share are in `words` and `verbs`. Both leave alone what speaks to the other, of what is at hand, or of the moment.
"""
