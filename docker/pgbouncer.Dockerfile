# PgBouncer in transaction mode, of a Debian whose version (1.24) keeps prepared statements by name.
FROM debian:trixie-slim
RUN apt-get update && apt-get install -y --no-install-recommends pgbouncer && rm -rf /var/lib/apt/lists/*
COPY pgbouncer.ini /etc/tandem/pgbouncer.ini
COPY --chmod=755 pgbouncer.sh /usr/local/bin/tandem-pgbouncer
USER nobody
EXPOSE 6432
CMD ["tandem-pgbouncer"]
