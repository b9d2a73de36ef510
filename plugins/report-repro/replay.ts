import { quoteCommand, type ShownTarget } from '../../core/index.js';

/** A name that a shell takes for a variable. */
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * A POSIX shell script that starts the server and sends the requests, each when the one before it is answered: sent all
 * at once, many servers work on them at the same time, and a failure that depends on their order does not show.
 */
export function replayScript({ command, env, cwd }: Extract<ShownTarget, { kind: 'stdio' }>): string {
  const needed = env.filter((name) => VARIABLE.test(name));
  return `#!/bin/sh
# Sends requests.jsonl to the server, one line after the other, and prints each line with what the server answers.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
${needed.map((name) => `: "\${${name}:?set it to what the server needs}"\nexport ${name}\n`).join('')}${cwd === undefined ? '' : `cd ${quoteCommand([cwd])}\n`}
pipes=$(mktemp -d)
mkfifo "$pipes/in" "$pipes/out"
${quoteCommand(command)} < "$pipes/in" > "$pipes/out" &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -rf "$pipes"' EXIT
exec 3> "$pipes/in" 4< "$pipes/out"

while IFS= read -r request <&5; do
  printf '> %s\\n' "$request"
  printf '%s\\n' "$request" >&3
  # A line without an id is a notification, which nobody answers.
  id=$(printf '%s\\n' "$request" | sed -n 's/^{"jsonrpc":"2.0","id":\\([0-9]*\\),.*/\\1/p')
  while [ -n "$id" ] && IFS= read -r answer <&4; do
    printf '< %s\\n' "$answer"
    case $answer in
      *'"id":'"$id"[,}]* | *'"id": '"$id"[,}]* | *'"id":"'"$id"'"'*) break ;;
    esac
  done
done 5< "$here/requests.jsonl"
exec 3>&-
`;
}
