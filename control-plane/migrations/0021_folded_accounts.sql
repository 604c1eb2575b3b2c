-- Company name and CRM ID without case and accents, for searching and sorting (docs/RULES.md). The program fills it: SQL folds ASCII only.
ALTER TABLE accounts ADD COLUMN folded TEXT;
