-- Every table that holds memory text, or decides what may be kept, seen, sent or believed, is written through the
-- gateway only: `gateway_open()` and `forgotten()` exist on the one writer and nowhere else, so any other connection
-- fails with "no such function". OR REPLACE included. tests/test_store.py lists the tables that need no gate, and why.

create trigger person_insert_gated before insert on person when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger person_update_gated before update on person when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger person_delete_gated before delete on person when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger room_insert_gated before insert on room when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger room_update_gated before update on room when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger room_delete_gated before delete on room when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger message_insert_gated before insert on message when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger message_update_gated before update on message when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger message_delete_gated before delete on message when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger claim_insert_gated before insert on claim when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger claim_update_gated before update on claim when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger claim_delete_gated before delete on claim when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger evidence_insert_gated before insert on evidence when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger evidence_update_gated before update on evidence when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger evidence_delete_gated before delete on evidence when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger fact_insert_gated before insert on fact when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger fact_update_gated before update on fact when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger fact_delete_gated before delete on fact when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger share_insert_gated before insert on share when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger share_update_gated before update on share when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger share_delete_gated before delete on share when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger content_insert_gated before insert on content when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger content_update_gated before update on content when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger content_delete_gated before delete on content when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger tombstone_insert_gated before insert on tombstone when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger tombstone_update_gated before update on tombstone when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger tombstone_delete_gated before delete on tombstone when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger inbox_insert_gated before insert on inbox when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger inbox_update_gated before update on inbox when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger inbox_delete_gated before delete on inbox when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger partial_insert_gated before insert on partial when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger partial_update_gated before update on partial when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger partial_delete_gated before delete on partial when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger outbox_insert_gated before insert on outbox when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger outbox_update_gated before update on outbox when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger outbox_delete_gated before delete on outbox when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger fact_vector_insert_gated before insert on fact_vector when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger fact_vector_update_gated before update on fact_vector when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger fact_vector_delete_gated before delete on fact_vector when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger message_vector_insert_gated before insert on message_vector when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger message_vector_update_gated before update on message_vector when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger message_vector_delete_gated before delete on message_vector when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger claim_vector_insert_gated before insert on claim_vector when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger claim_vector_update_gated before update on claim_vector when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger claim_vector_delete_gated before delete on claim_vector when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger preview_insert_gated before insert on preview when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger preview_update_gated before update on preview when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger preview_delete_gated before delete on preview when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger pair_insert_gated before insert on pair when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger pair_update_gated before update on pair when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger pair_delete_gated before delete on pair when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger room_alias_insert_gated before insert on room_alias when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger room_alias_update_gated before update on room_alias when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger room_alias_delete_gated before delete on room_alias when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger member_insert_gated before insert on member when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger member_update_gated before update on member when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger member_delete_gated before delete on member when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger session_insert_gated before insert on session when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger session_update_gated before update on session when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger session_delete_gated before delete on session when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger seal_insert_gated before insert on seal when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger seal_update_gated before update on seal when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger seal_delete_gated before delete on seal when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger still_insert_gated before insert on still when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger still_update_gated before update on still when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger still_delete_gated before delete on still when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger shown_insert_gated before insert on shown when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger shown_update_gated before update on shown when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger shown_delete_gated before delete on shown when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger card_insert_gated before insert on card when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger card_update_gated before update on card when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger card_delete_gated before delete on card when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger grant_insert_gated before insert on "grant" when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger grant_update_gated before update on "grant" when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger grant_delete_gated before delete on "grant" when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger asking_insert_gated before insert on asking when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger asking_update_gated before update on asking when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger asking_delete_gated before delete on asking when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger transition_insert_gated before insert on transition when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger transition_update_gated before update on transition when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;
create trigger transition_delete_gated before delete on transition when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

create trigger event_insert_gated before insert on event when not gateway_open()
begin select raise(abort, 'not through the gateway'); end;

-- What a person has forgotten is refused inside the transaction, whoever writes it.

create trigger message_insert_remembers_forgetting before insert on message when forgotten(coalesce(new.author, (select author from message where id = new.answers)), new.text)
begin select raise(abort, 'forgotten'); end;
create trigger message_update_remembers_forgetting before update of text, author on message when forgotten(coalesce(new.author, (select author from message where id = new.answers)), new.text)
begin select raise(abort, 'forgotten'); end;
create trigger claim_insert_remembers_forgetting before insert on claim
when forgotten(new.credited, new.statement) or forgotten(new.credited, new.value) or forgotten(new.credited, new.subject)
begin select raise(abort, 'forgotten'); end;
create trigger claim_update_remembers_forgetting before update of subject, value, statement on claim
when forgotten(new.credited, new.statement) or forgotten(new.credited, new.value) or forgotten(new.credited, new.subject)
begin select raise(abort, 'forgotten'); end;
create trigger fact_insert_remembers_forgetting before insert on fact
when exists (select 1 from claim where claim.id = new.claim and forgotten(claim.credited, new.statement))
begin select raise(abort, 'forgotten'); end;
create trigger evidence_insert_remembers_forgetting before insert on evidence
when exists (select 1 from claim where claim.id = new.claim and forgotten(claim.credited, new.quote))
begin select raise(abort, 'forgotten'); end;
