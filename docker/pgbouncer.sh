#!/bin/sh
# PgBouncer checks its clients, and logs in behind itself, with the one password of the application.
set -eu
umask 077
printf '"tandem_app" "%s"\n' "$APP_PASSWORD" >/tmp/userlist.txt
exec pgbouncer /etc/tandem/pgbouncer.ini
