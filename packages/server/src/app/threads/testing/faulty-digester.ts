/**
 * The digester's thread with faults that no known event causes: reading a payload that says `endless` never ends, and
 * one that says `fatal` ends the thread.
 */
const parse = JSON.parse

JSON.parse = (text: string, ...rest: [] | [Parameters<typeof parse>[1]]) => {
  if (text.includes('"endless"')) for (;;) parse('1')
  if (text.includes('"fatal"')) process.exit(1)
  return parse(text, ...rest) as unknown
}

await import('#app/threads/digester-worker.ts')
