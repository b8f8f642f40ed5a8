#!/bin/sh
# Makes .venv: a Python of its own for this folder, with the packages of requirements.lock in it.
#
# Invariant: .venv/complete exists only when everything is in place, so an interrupted run is redone.
# It does not touch anything outside this folder but pip's own download cache.
# Run by make, from the top of the checkout. PYTHON=... says which Python to build on.
set -eu

stamp=.venv/complete
place=$(pwd -P)

say() { printf '%s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }
new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
version() { "$1" -c 'import platform; print(platform.python_version())' 2>/dev/null || say 'not there'; }

rm -f "$stamp"

asked=${PYTHON:-python3}
python=
for candidate in "$asked" ${PYTHON:-python3.14 python3.13 python3.12 python3.11}; do
    if new_enough "$candidate"; then python=$candidate; break; fi
done
[ -n "$python" ] || fail "This needs Python 3.11 or newer; '$asked' is $(version "$asked").
Install a newer one, or name it: make PYTHON=/path/to/python3.11"

# A half-made environment, one of another Python, or one whose folder has moved is made anew: cheap, since pip
# keeps what it has downloaded.
if ! .venv/bin/python -m pip --version >/dev/null 2>&1 \
    || [ "$(version .venv/bin/python)" != "$(version "$python")" ] \
    || [ "$(cat .venv/place 2>/dev/null)" != "$place" ]; then
    rm -rf .venv
    say "Setting up once: Python $(version "$python") and the packages of requirements.lock go into .venv (a minute or two)"
    "$python" -m venv .venv || {
        rm -rf .venv
        fail "Python could not make a virtual environment. On Debian and Ubuntu: apt-get install python3-venv"
    }
    printf '%s\n' "$place" > .venv/place
else
    say "Bringing .venv up to date with requirements.lock"
fi

pip() { .venv/bin/python -m pip --disable-pip-version-check --quiet "$@"; }
export PIP_ROOT_USER_ACTION=ignore PIP_NO_INPUT=1
pip install --require-hashes --requirement requirements.lock
pip install --no-build-isolation --no-deps --editable .
: > "$stamp"
