#!/usr/bin/env bash
# The binary as its users meet it: exit codes, every problem at once, and a state that can be served again.
# Run by CTest as cli.serve with  serve_test.sh BERTH SCRATCH
set -euo pipefail
berth=$1
mkdir -p "$2"
cd "$2"
rm -f ./*

fail() {
    echo "$*" >&2
    exit 1
}

# expect CODE TEXT... -- ARGUMENT...: the exit code, and every text in what is printed.
expect() {
    local code=$1 texts=() got=0 text
    shift
    while [[ $1 != -- ]]; do
        texts+=("$1")
        shift
    done
    shift
    timeout 60 "$berth" "$@" >out 2>&1 || got=$?
    [[ $got == "$code" ]] || fail "berth $*: exit code $got, expected $code: $(cat out)"
    for text in "${texts[@]}"; do
        grep -qF -- "$text" out || fail "berth $*: does not print '$text': $(cat out)"
    done
}

cat >bad.yaml <<'YAML'
kind: Node
metadata: {}
---
kind: Service
metadata: {name: s}
---
kind: Pod
metadata: {name: p, namespace: n}
spec: {containers: [{name: c, resources: {limits: {nvidia.com/gpu: -1}}}]}
YAML
printf 'listen_port: many\n' >bad-settings.yaml
expect 2 "listen_port: is \"99999\"" "nope: is not a key" "bad.yaml: document 1.metadata.name" \
    "bad.yaml: document 2: is a \"Service\"" "limits[nvidia.com/gpu]: is negative: -1" \
    -- serve --cluster bad.yaml --set listen_port=99999 --set nope=1
expect 2 "bad-settings.yaml:1: listen_port" -- serve --cluster bad.yaml --config bad-settings.yaml
expect 2 "berth: none.yaml: cannot be read: No such file" -- serve --cluster none.yaml
expect 2 "--bogus" -- serve --cluster bad.yaml --bogus
expect 2 "--cluster is required" -- serve
expect 2 "bad-settings.yaml:1: listen_port" -- config check --config bad-settings.yaml
expect 2 "cannot be read" -- replay --nodes none.csv --pods none.csv --url http://127.0.0.1:1
expect 0 "Usage" -- --help
expect 0 "Usage" -- serve --help
expect 0 "Usage" -- replay --help

cat >good.yaml <<'YAML'
kind: Node
metadata:
  name: a
  annotations: {hami.io/node-nvidia-register: 'G0,10,1000,100,NVIDIA-A10,0,true,0,hami-core:'}
status: {allocatable: {cpu: "4", memory: 8Gi, nvidia.com/gpu: "10"}}
---
kind: Pod
metadata:
  name: p
  namespace: n
  annotations: {hami.io/vgpu-devices-allocated: "G0,NVIDIA,100,5:;"}
spec: {nodeName: a, containers: [{name: c, resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 100}}}]}
status: {phase: Running}
YAML

# served CLUSTER STATE: serves the cluster until it is up, stops it, leaves its state.
served() {
    local pid tries code=0
    rm -f port
    "$berth" serve --cluster "$1" --set listen_port=0 --port-file port --state-out "$2" >log 2>&1 &
    pid=$!
    for ((tries = 0; tries < 200; tries++)); do
        [[ -s port ]] && break
        sleep 0.05
    done
    [[ -s port ]] || fail "not up: $(cat log)"
    kill -TERM "$pid"
    wait "$pid" || code=$?
    [[ $code == 0 ]] || fail "serve $1: exit code $code: $(cat log)"
    # What was served, without counters, revision and age.
    sed 's/.*"nodes":\[/"nodes":[/; s/"age_seconds":[0-9]*/"age_seconds":0/g' "$2" >"$2.books"
}

served good.yaml first.json
served first.json second.json
grep -q '"memory_mib":100' first.json || fail "the pod's charge is not in the state: $(cat first.json)"
cmp first.json.books second.json.books
