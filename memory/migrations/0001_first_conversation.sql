-- Who and where ------------------------------------------------------------------------------------------------

create table meta (
  name  text primary key,
  value text not null
) without rowid;

create table person (
  id         text primary key,                     -- "telegram:123"
  scope      text not null,
  name       text not null default '',
  language   text not null default '',
  learning   integer not null default 1,           -- /pause and /resume
  notices    integer not null default 1,           -- /notify: asked about what was learned, or /queue only
  paired_at  text,
  first_seen text not null
) without rowid;

create table room (
  id          text primary key,                    -- "telegram:-100500/36"
  scope       text not null,
  kind        text not null,
  title       text not null default '',
  excerpts    integer,                             -- /recall on, off; null: as configured
  unreachable integer not null default 0,
  first_seen  text not null
) without rowid;

create table room_alias (                          -- a group that became a supergroup keeps its room under its first id
  address text primary key,
  room    text not null references room (id),
  since   text not null
) without rowid;

create table member (                              -- in a shared room people are learned from only after /learn on
  room   text not null references room (id),
  person text not null references person (id),
  since  text not null,
  primary key (room, person)
) without rowid;

create table session (
  id         integer primary key autoincrement,
  room       text not null references room (id),
  started_at text not null,
  last_at    text not null
);
create index session_of_room on session (room, last_at);

-- What was said ------------------------------------------------------------------------------------------------

create table message (
  id          integer primary key autoincrement,
  scope       text not null,
  room        text not null references room (id),
  session     integer not null references session (id),
  author      text references person (id),         -- null: the assistant
  kind        text not null check (kind in ('said', 'caption', 'remember', 'edit', 'import', 'reply')),
  platform_id text not null default '',
  link        text not null default '',
  sent_at     text not null,
  language    text not null default 'en',
  text        text not null,
  withheld    text not null default '',            -- why the text is empty: forgotten topic, deleted
  forwarded   integer not null default 0,
  origin      text not null default '',            -- of a forwarded message: whose it was, as far as that was told
  quotes      text not null default '',            -- somebody else's words this message quotes
  answers     integer references message (id),     -- for a reply: the message it answers
  indexed     integer not null default 0,          -- its words are in message_words
  quotable    integer not null default 1,          -- 0: it says something its author declined
  learned_at  text                                 -- null: extraction has not read it yet
);
create index message_of_scope on message (scope, id);
create index message_of_session on message (session, id);
create index message_of_author on message (author, id);
create index message_to_learn on message (room, id) where learned_at is null;
create unique index message_on_platform on message (room, platform_id) where platform_id <> '';
create virtual table message_words using fts5 (tokens, content = '', tokenize = "unicode61 remove_diacritics 0");

create table message_vector (
  message integer primary key references message (id),
  scope   text not null,
  model   text not null,
  vector  blob not null                            -- one signed byte a dimension, the largest at 127
);
create index message_vector_of_scope on message_vector (scope, message);

create table said_change (                         -- what may be quoted, in the order it came, changed or went
  message integer primary key,
  scope   text not null,
  room    text not null,
  seq     integer not null,                        -- counts within the room
  model   text                                     -- whose vector it has; '': none yet; null: it has no words
);
create index said_change_of_room on said_change (scope, room, seq);
create index said_change_to_embed on said_change (room, model, message);

-- What is claimed ----------------------------------------------------------------------------------------------

create table transition (
  from_state text not null,
  to_state   text not null,
  primary key (from_state, to_state)
) without rowid;
insert into transition values
  ('raw', 'candidate'), ('raw', 'deprecated'), ('candidate', 'raw'), ('verified', 'raw'),  -- back to raw: undo
  ('candidate', 'verified'), ('candidate', 'deprecated'), ('candidate', 'contradicted'),
  ('verified', 'superseded'), ('verified', 'deprecated'), ('verified', 'contradicted'), ('verified', 'candidate'),
  ('contradicted', 'verified'), ('contradicted', 'candidate'), ('contradicted', 'deprecated'),
  ('superseded', 'verified'), ('superseded', 'deprecated'),
  ('superseded', 'candidate'),  -- undo of an act that approved it and then what replaces it
  ('deprecated', 'candidate'), ('deprecated', 'verified');

create table claim (                               -- numbers are never used twice: people say them, events name them
  id          integer primary key autoincrement,
  scope       text not null,
  room        text not null references room (id),
  credited    text not null references person (id),
  subject     text not null,
  attribute   text not null,
  value       text not null,
  slot        text not null,                       -- normalised subject + attribute
  value_key   text not null,                       -- normalised value
  polarity    text not null check (polarity in ('+', '-')),
  statement   text not null,
  language    text not null default 'en',
  type        text not null,
  typed_by    text not null default 'table',       -- only a type the attribute table gave may relax review
  state       text not null,
  reason      text not null default '',
  origin      text not null,
  extractor   text not null,
  action      text not null default 'ADD',
  target      integer references claim (id),
  confidence  real not null default 0.5,
  content     integer not null references content (id),
  recorded_at text not null,
  decided_at  text,
  decided_by  text,
  revoked_at  text,
  valid_from  text,
  valid_to    text,
  expires_at  text
);
create index claim_of_scope on claim (scope, state);
create index claim_of_person on claim (credited, state, id);
create index claim_of_slot on claim (credited, slot, state);
create index claim_of_value on claim (credited, slot, value_key);
create index claim_decided on claim (credited, decided_at) where state = 'verified';
create index claim_expiring on claim (expires_at) where expires_at is not null;
create index claim_ending on claim (valid_to) where valid_to is not null;

create table evidence (
  id          integer primary key autoincrement,
  scope       text not null,
  claim       integer not null references claim (id),
  message     integer not null references message (id),
  quote       text not null,
  content     integer not null references content (id),
  source      text not null,                       -- one person in one session
  independent integer not null,
  observed_at text not null
);
create unique index evidence_once on evidence (claim, message);
create index evidence_of_message on evidence (message);
create index evidence_of_scope on evidence (scope);

create table fact (
  claim     integer primary key references claim (id),
  scope     text not null,
  person    text not null,
  attribute text not null,
  value     text not null,
  statement text not null,
  language  text not null,
  always_on integer not null default 0,
  said_at   text not null,
  sessions  integer not null default 1,
  valid_from text,
  valid_to   text
);
create index fact_of_scope on fact (scope, claim);
create index fact_always_on on fact (scope) where always_on = 1;
create virtual table fact_words using fts5 (tokens, content = '', tokenize = "unicode61 remove_diacritics 0");

create table share (                               -- where else a fact is seen; it holds no words and dies with the fact
  claim integer not null references fact (claim) on delete cascade,
  scope text not null,
  since text not null,
  primary key (claim, scope)
) without rowid;
create index share_of_scope on share (scope);

create table fact_vector (
  claim  integer primary key references fact (claim),
  scope  text not null,
  model  text not null,
  vector blob not null
);
create index fact_vector_of_scope on fact_vector (scope, model);

create table claim_vector (                        -- of claims nobody has decided; for the gateway only
  claim  integer primary key references claim (id),
  scope  text not null,
  model  text not null,
  vector blob not null
);
create index claim_vector_of_scope on claim_vector (scope);

create table embed_pending (                       -- claims whose words the embedder in use has not turned into a vector
  claim integer primary key references claim (id) on delete cascade
);

create table scope_revision (                      -- grows whenever a scope's facts or vectors change
  scope    text primary key,
  revision integer not null
) without rowid;

create table pair (
  id         integer primary key autoincrement,
  scope      text not null,
  a          integer not null references claim (id),
  b          integer not null references claim (id),
  kind       text not null check (kind in ('flip', 'value')),
  decision   text not null default 'pending',
  found_at   text not null,
  decided_at text,
  decided_by text,
  unique (a, b)
);
create index pair_of_scope on pair (scope, decision);
create index pair_of_b on pair (b);

create table tombstone (
  id         integer primary key autoincrement,
  scope      text not null,
  person     text not null references person (id),
  kind       text not null check (kind in ('topic', 'declined')),
  words      text not null default '',             -- only where the person asked for a readable one
  made_at    text not null,
  lifted_at  text,
  said_again integer,                              -- a later message in which its person says the declined thing anew
  asked_at   text,                                 -- when they were asked whether to keep it now: once
  hits       integer not null default 0
);
create index tombstone_of_person on tombstone (person) where lifted_at is null;

create table seal (                                -- what a tombstone refuses, as keyed digests
  tombstone integer not null references tombstone (id),
  kind      text not null,
  length    integer not null,
  digest    not null
);
create index seal_of_tombstone on seal (tombstone);
create index seal_by_digest on seal (digest);

create table still (                               -- "still true?", asked about a fact whose lifetime is over
  claim    integer primary key references claim (id) on delete cascade,
  scope    text not null,
  person   text not null references person (id),
  times    integer not null,
  asked_at text not null
);
create index still_of_scope on still (scope);
create index still_of_person on still (person, asked_at);

create table shown (
  id     integer primary key,
  scope  text not null,
  at     text not null,
  room   text not null,
  person text not null,
  place  text not null check (place in ('prompt', 'reply', 'card', 'list')),
  claim  integer not null,
  turn   integer                                   -- the message it was shown for
);
create index shown_to_person on shown (person, claim, at);
create index shown_for_turn on shown (turn);
create index shown_lately on shown (person, room, id);

-- The record ---------------------------------------------------------------------------------------------------

create table content (
  id    integer primary key autoincrement,
  scope text not null,
  salt  blob not null,
  body  text not null
);
create index content_of_scope on content (scope);

create table event (
  seq    integer primary key,
  at     text not null,
  actor  text not null,
  verb   text not null,
  target text not null,
  before integer,
  after  integer,
  digest text not null default '',
  meta   text not null default '{}',
  prev   text not null,
  hash   text not null
);
create index event_of_target on event (target, seq);

-- Work that must survive -----------------------------------------------------------------------------------------

create table inbox (
  id          integer primary key autoincrement,
  scope       text not null,
  channel     text not null,
  key         text not null,
  room        text not null,
  kind        text not null,
  payload     text not null,
  received_at text not null,
  done_at     text,
  attempts    integer not null default 0,
  unique (channel, key)
);
create index inbox_waiting on inbox (room, id) where done_at is null;

create table outbox (
  id           integer primary key autoincrement,
  scope        text not null,
  channel      text not null,
  room         text not null,
  says         text not null,
  payload      text not null,
  state        text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'doubt', 'failed')),
  platform_ids text not null default '',
  replaces     text not null default '',            -- the message on the platform whose place it takes; no words: it goes
  inbox        integer references inbox (id),
  message      integer references message (id),
  made_at      text not null,
  sent_at      text,
  not_before   text,
  used_at      text                                 -- its button, which works once, was pressed
);
create index outbox_waiting on outbox (room, id) where state in ('queued', 'sending');
create index outbox_doubtful on outbox (room, id) where state in ('doubt', 'failed');

create table partial (                             -- an answer that is being made, as far as a screen shows it
  inbox       integer primary key references inbox (id),
  scope       text not null,
  started_at  text not null,
  platform_id text not null default ''             -- '': it was on its way, and may be there
);

create table card (                                -- where a queue entry is on somebody's screen
  id     integer primary key,
  scope  text not null,
  outbox integer not null references outbox (id),
  claim  integer not null references claim (id),
  person text not null,
  place  text not null check (place in ('card', 'notice', 'later', 'list', 'reply'))
);
create index card_of_claim on card (claim);
create index card_of_outbox on card (outbox);

create table preview (                             -- what a /forget would take, until it is confirmed or kept
  id      integer primary key autoincrement,
  scope   text not null,
  room    text not null,
  person  text not null,
  topic   text not null,
  exact   integer not null default 1,              -- 0: nothing named the topic; only the picked claims go
  picked  text not null default '',                -- numbers of claims the words mean without naming it
  readable integer not null default 0,             -- the person wants to be able to read the refusal again
  digest  text not null,
  made_at text not null
);

create table job (
  id       integer primary key autoincrement,
  scope    text not null,
  kind     text not null,
  room     text not null,
  run_at   text not null,
  attempts integer not null default 0,
  state    text not null default 'waiting' check (state in ('waiting', 'failed')),
  error    text not null default '',
  unique (kind, room)
);

create table "grant" (                             -- a yes to one endpoint; it holds only while its file is there as well
  id       integer primary key autoincrement,
  scope    text not null,
  room     text not null references room (id),
  origin   text not null,                          -- "https://ollama.com"
  person   text not null default '',               -- whose yes to sending their own facts along it is; '': the room's
  turn     text not null default '',               -- the message it is for, when it was given once
  extent   text not null check (extent in ('talk', 'talk and memory', 'nothing')),
  given_by text not null,
  given_at text not null,
  ended_at text
);
create unique index grant_standing on "grant" (room, origin, person, turn) where ended_at is null;

create table asking (                              -- a question for a yes, until it is answered
  id          integer primary key autoincrement,
  scope       text not null,
  room        text not null references room (id),
  person      text not null references person (id), -- whose message waits
  turn        text not null,                       -- that message's id on the platform
  origin      text not null,
  asked_at    text not null,
  answered_at text
);
create index asking_open on asking (room, id) where answered_at is null;

-- What nobody may do, not even our own code by mistake --------------------------------------------------------------

create trigger transition_kept before update of state on claim
when old.state <> new.state
  and not exists (select 1 from transition where from_state = old.state and to_state = new.state)
begin select raise(abort, 'no such transition'); end;

create trigger claim_starts before insert on claim
when new.state not in ('raw', 'candidate', 'verified')
begin select raise(abort, 'a claim starts raw, candidate or verified'); end;

create trigger claim_stays before update of id, scope, credited, recorded_at on claim
begin select raise(abort, 'a claim row never moves'); end;

create trigger fact_earned before insert on fact
when not exists (select 1 from claim where id = new.claim and scope = new.scope
                 and state = 'verified' and revoked_at is null)
begin select raise(abort, 'no fact without a verified claim'); end;

create trigger fact_follows before update of state, revoked_at on claim
when (new.state <> 'verified' or new.revoked_at is not null) and exists (select 1 from fact where claim = new.id)
begin select raise(abort, 'retire the fact first'); end;

create trigger event_chained before insert on event
when new.seq <> coalesce((select max(seq) from event), 0) + 1
  or new.prev <> coalesce((select hash from event order by seq desc limit 1), '')
begin select raise(abort, 'an event comes after the last one'); end;
create trigger event_fixed before update on event begin select raise(abort, 'an event never changes'); end;
create trigger event_kept before delete on event begin select raise(abort, 'an event is never deleted'); end;

create trigger fact_counted after insert on fact begin
  insert into scope_revision values (new.scope, 1) on conflict (scope) do update set revision = revision + 1; end;
create trigger fact_uncounted after delete on fact begin
  insert into scope_revision values (old.scope, 1) on conflict (scope) do update set revision = revision + 1; end;
create trigger vector_counted after insert on fact_vector begin
  insert into scope_revision values (new.scope, 1) on conflict (scope) do update set revision = revision + 1; end;

create trigger claim_to_embed after insert on claim begin insert into embed_pending values (new.id); end;
create trigger fact_to_embed after insert on fact
when not exists (select 1 from claim_vector where claim = new.claim) begin
  insert into embed_pending values (new.claim) on conflict do nothing; end;

create trigger message_said after insert on message when new.indexed and new.kind in ('said', 'caption') begin
  insert into said_change values (new.id, new.scope, new.room,
    coalesce((select max(seq) from said_change where scope = new.scope and room = new.room), 0) + 1, ''); end;
create trigger message_resaid after update of text, indexed, scope, room on message
when (new.indexed or old.indexed) and new.kind in ('said', 'caption') begin
  delete from message_vector where message = new.id;
  insert or replace into said_change values (new.id, new.scope, new.room,
    coalesce((select max(seq) from said_change where scope = new.scope and room = new.room), 0) + 1,
    case when new.indexed and new.text <> '' then '' end); end;
create trigger message_unsaid before delete on message begin
  delete from message_vector where message = old.id;
  update said_change set model = null,
    seq = (select coalesce(max(other.seq), 0) + 1 from said_change as other where other.scope = said_change.scope
      and other.room = said_change.room) where message = old.id; end;
create trigger message_embedded after insert on message_vector begin
  update said_change set model = new.model,
    seq = (select coalesce(max(other.seq), 0) + 1 from said_change as other where other.scope = said_change.scope
      and other.room = said_change.room) where message = new.message; end;
