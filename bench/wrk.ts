import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bringDebianProgram } from '../e2e/harness/debian.ts'
import { run } from '../e2e/harness/run.ts'

export interface WrkResult {
  readonly requests: number
  readonly failures: number
  readonly perSecond: number
}

export interface Wrk {
  /** Sends the requests in turn, over and over, as fast as answers come. */
  load(url: URL, connections: number, seconds: number): Promise<WrkResult>
  close(): void
}

/** A generator that takes a fraction of a core: one in Node.js takes a whole one of two, and measures itself. */
export async function openWrk(requests: readonly Buffer[]): Promise<Wrk> {
  const program = await bringDebianProgram('wrk', console.log)
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-wrk-'))
  const file = join(folder, 'requests')
  const parts = requests.flatMap((bytes) => [Buffer.from(String(bytes.length).padStart(10, '0')), bytes])
  writeFileSync(file, Buffer.concat(parts))
  return {
    async load(url, connections, seconds) {
      const script = join(import.meta.dirname, 'wrk.lua')
      const options = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`]
      const { code, stdout, stderr } = await run(program, [...options, '--script', script, url.href, file])
      const told = /^\{.*\}$/m.exec(stdout)?.[0]
      if (code !== 0 || told === undefined) throw new Error(`wrk ended with ${code}:\n${stdout}${stderr}`)
      const { requests: count, failures, microseconds } = JSON.parse(told) as Record<string, number>
      return { requests: count!, failures: failures!, perSecond: (count! / microseconds!) * 1e6 }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
