#!/usr/bin/env bash
# The program that the suite starts for each scenario. It hands the scenario to the client in the process of the test,
# whose port is the first argument, says what comes back, and ends with code 1 when that is something: the reason why
# the client gave the server up. In bash, because the suite starts all of them at once.
exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 2
printf '%s\n' "$MCP_CONFORMANCE_SCENARIO" "$2" "$MCP_CONFORMANCE_PROTOCOL_VERSION" "${MCP_CONFORMANCE_CONTEXT:-{\}}" >&3
IFS= read -r -d '' gave_up <&3
printf '%s' "$gave_up" >&2
[ -z "$gave_up" ]
