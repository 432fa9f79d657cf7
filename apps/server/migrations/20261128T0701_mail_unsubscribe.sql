-- Where the recipient of a mail can switch its kind off, for List-Unsubscribe; null: of mails that cannot be switched off.
alter table mails add column unsubscribe_url text;
