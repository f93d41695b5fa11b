# The service as an image: built from the locked requirements, run by nobody, with nothing to write to.
#
#   docker build -t plangate .
#   docker run --read-only --tmpfs /tmp -v plangate:/var/lib/plangate -p 8080:8080 --env-file app.env plangate
#
# deploy/compose.yml runs it with PostgreSQL, two servers and three workers.

FROM python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /src
COPY requirements/build.txt requirements/server.txt requirements/
RUN python -m venv /opt/build \
 && /opt/build/bin/python -m pip install --require-hashes -r requirements/build.txt
RUN python -m venv /opt/plangate \
 && /opt/plangate/bin/python -m pip install --require-hashes -r requirements/server.txt
COPY pyproject.toml README.md LICENSE CHANGELOG.md action.yml ./
COPY bot bot
COPY templates templates
COPY workflows workflows
COPY tests tests
RUN /opt/build/bin/python -m build --wheel --no-isolation --outdir /opt/wheel \
 && /opt/plangate/bin/python -m pip install --no-deps --no-index /opt/wheel/*.whl \
 && /opt/plangate/bin/python -m pip uninstall --yes pip

FROM python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b
# Read-only git, for a workspace that is a checkout (PLANGATE_WORKSPACE). Debian removes a version once it
# has a fix for it, so a pinned one would break the build.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install --yes --no-install-recommends git \
 && rm -rf /var/lib/apt/lists/*
LABEL org.opencontainers.image.title="plangate" org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /opt/plangate /opt/plangate
RUN mkdir -p /var/lib/plangate && chown 65532:65532 /var/lib/plangate && chmod 700 /var/lib/plangate
ENV PATH=/opt/plangate/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    PLANGATE_HOST=0.0.0.0 PLANGATE_PORT=8080 XDG_STATE_HOME=/var/lib
USER 65532:65532
VOLUME /var/lib/plangate
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=4 \
  CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ['PLANGATE_PORT'] + '/healthz', timeout=4)"]
ENTRYPOINT ["plangate"]
CMD ["serve"]
