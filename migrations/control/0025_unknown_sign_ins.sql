-- Failed sign-ins to accounts that do not exist are deleted after some days. All other entries stay.

CREATE INDEX audit_log_unknown_sign_ins ON florin_control.audit_log (at)
  WHERE merchant_id IS NULL AND action = 'user.sign_in_failed';
