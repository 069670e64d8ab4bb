-- Whether new merchants may be placed here. Stores of the version before got merchants only by hand.
ALTER TABLE florin_control.data_stores ADD COLUMN open boolean NOT NULL DEFAULT false;
