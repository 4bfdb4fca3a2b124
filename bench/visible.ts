import { setTimeout as sleep } from 'node:timers/promises'
import { errorEnvelope, freshRequests } from './envelopes.ts'
import { generateLoad } from './load.ts'

/** Milliseconds from the answer to an event until its issue is in the issue stream, under 500 events/s. */
export async function visibleDelays(options: {
  readonly url: URL
  readonly path: string
  readonly seconds: number
  readonly isVisible: (marker: string) => Promise<boolean>
}): Promise<readonly number[]> {
  const { url, path } = options
  const target = { host: url.hostname, port: Number(url.port) }
  const background = generateLoad({
    ...target,
    connections: 16,
    seconds: options.seconds,
    rate: 500,
    next: freshRequests({ path, host: url.host, bugs: 200 }),
  })
  const delays: number[] = []
  const until = performance.now() + (options.seconds - 2) * 1000
  for (let index = 0; performance.now() < until; index++) {
    const marker = `Probe${index}x${Date.now()}`
    const sent = await fetch(`${url.origin}${path}`, {
      method: 'POST',
      body: errorEnvelope({ bug: 1, marker }).body.toString(),
    })
    if (sent.status !== 200) throw new Error(`a probe was answered with ${sent.status}`)
    const accepted = performance.now()
    while (!(await options.isVisible(marker))) {
      if (performance.now() - accepted > 30_000) throw new Error('a probe was not visible after 30 s')
      await sleep(10)
    }
    delays.push(performance.now() - accepted)
    await sleep(50)
  }
  await background
  return delays
}
