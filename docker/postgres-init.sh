#!/bin/sh
# Runs once, on an empty volume. The application logs in as the role that row-level security binds, because a
# transaction pooler can carry neither SET ROLE nor start-up options; what those would say is said to the role here.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role tandem_app login noinherit nobypassrls password :'password';
alter role tandem_app set statement_timeout = '2s';
alter role tandem_app set timezone = 'UTC';
SQL
