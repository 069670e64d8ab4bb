-- The audit log of a merchant by person and by kind, newest first.

CREATE INDEX audit_log_actor ON florin_control.audit_log (merchant_id, actor, id);
CREATE INDEX audit_log_kind ON florin_control.audit_log (merchant_id, split_part(action, '.', 1), id);
