import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { install, type Installation } from './harness/installation.ts'
import { HINDCAST, ROOT } from './harness/paths.ts'
import { RECORDED_ID, recordedCrash, uploadRecordedMap } from './harness/recorded-crash.ts'
import { run } from './harness/run.ts'

const RELEASE = 'shop@1.4.2'
const EVENT_ID = RECORDED_ID

let hindcast: Installation
beforeAll(async () => {
  hindcast = await install()
})
afterAll(async () => {
  expect(await hindcast?.close()).toBe(0)
})

function doctor(...args: readonly string[]) {
  return doctorOf('--release', RELEASE, ...args)
}

function doctorOf(...args: readonly string[]) {
  const asked = ['doctor', 'sourcemaps', '--data', hindcast.dataDir, ...args]
  return run(process.execPath, [HINDCAST, ...asked], { cwd: ROOT, env: process.env })
}

async function crash(): Promise<void> {
  const { origin, projectId, publicKey } = hindcast
  const body = await recordedCrash()
  const address = `${origin}/api/${projectId}/envelope/?sentry_version=7&sentry_key=${publicKey}`
  const answer = await fetch(address, { method: 'POST', body })
  expect(answer.status).toBe(200)
}

describe('a crash whose map comes late', () => {
  it('[SM66] is unreadable at first, and the doctor says why and exits 1', async () => {
    await crash()
    const event = await hindcast.api.awaitEvent(EVENT_ID)
    expect(event.exceptions[0]!.frames.map(({ map }) => map!.state)).toEqual(Array(3).fill('no_file'))
    const { code, stdout } = await doctor()
    expect(stdout).toMatch(/^FAIL {2}http:\/\/127\.0\.0\.1:9200\/dist\/fx\/app\.UNMNSEFP\.js$/m)
    expect(stdout).toContain('searched    debug ID  243d5770-1969-53a8-9e54-9cdaf7e01321  found nothing')
    expect(stdout).toContain('fix         Upload the source maps of this build')
    expect(code).toBe(1)
  })

  it('[SM66] reads cart.js:3 ← cart.js:8 ← main.js:3 as soon as it is uploaded, and the doctor exits 0', async () => {
    await uploadRecordedMap(hindcast)
    const event = await hindcast.api.awaitEvent(EVENT_ID)
    expect(
      event.exceptions[0]!.frames.map(({ original }) => [
        original!.filename.split('/').at(-1),
        original!.line,
        original!.function,
      ]),
    ).toEqual([
      ['main.js', 3, 'onBuyClick'],
      ['cart.js', 8, 'checkout'],
      ['cart.js', 3, 'priceOf'],
    ])
    const { code, stdout } = await doctor('--json')
    expect(JSON.parse(stdout)).toMatchObject({ complete: true })
    expect(code).toBe(0)
  })

  it('[SM66] keeps its issue, which is then called after the source and says so', async () => {
    const { issueId } = await hindcast.api.awaitEvent(EVENT_ID)
    const UNREADABLE = 'o (/dist/fx/app.UNMNSEFP.js)'
    // Its name and its history are read one after the other.
    const issue = await eventually('another name and a line in the history', async () => {
      const detail = await hindcast.api.issue(issueId)
      return detail.history.length > 0 && detail.culprit !== UNREADABLE ? detail : undefined
    })
    expect(issue).toMatchObject({ events: 1, status: 'unresolved', history: [{ kind: 'mapped', events: 1 }] })
    expect(issue.culprit).toBe('priceOf (fx/src/cart.js)')
    expect(await hindcast.api.awaitEvent(EVENT_ID)).toMatchObject({ grouping: { version: 2 } })
  })

  it('[SM66] has a doctor that says so when it is asked about nothing', async () => {
    const { code, stderr } = await doctor('--project', 'nothing-like-it')
    expect([code, stderr]).toEqual([1, 'Project “nothing-like-it” not found.\n'])
  })
})

describe('the doctor of a release', () => {
  const SCRIPTS = ['first', 'second'].map((name) => `https://shop.example/${name}.js`)

  async function crashWithoutMaps(): Promise<void> {
    const { origin, projectId, publicKey } = hindcast
    const frames = SCRIPTS.map((abs_path) => ({ abs_path, function: 'x', lineno: 1, colno: 9 }))
    const body = JSON.stringify({
      event_id: '0123456789abcdef0123456789abcdef',
      platform: 'javascript',
      release: 'shop@2',
      request: { url: 'https://shop.example/cart' },
      exception: { values: [{ type: 'TypeError', value: 'no price', stacktrace: { frames } }] },
    })
    const address = `${origin}/api/${projectId}/store/?sentry_version=7&sentry_key=${publicKey}`
    expect((await fetch(address, { method: 'POST', body })).status).toBe(200)
    await hindcast.api.awaitEvent('0123456789abcdef0123456789abcdef')
  }

  it('[SM66] ends each problem with one line that says what to do, with a server and without', async () => {
    await crashWithoutMaps()
    const live = await doctorOf('--release', 'shop@2')
    const problems = live.stdout.split(/^FAIL {2}/m).slice(1)
    expect(new Set(problems.map((text) => text.split('\n', 1)[0]))).toEqual(new Set(SCRIPTS))
    for (const text of problems) {
      expect(text.trimEnd().split('\n').at(-1)).toBe(
        '      fix         Upload the source maps of this build: sentry-cli sourcemaps upload --release shop@2 <output folder>.',
      )
    }
    expect(await hindcast.server.stop()).toBe(0)
    expect(await doctorOf('--release', 'shop@2')).toEqual({ code: 1, stdout: live.stdout, stderr: '' })
    expect((await doctor()).code).toBe(0)
    await hindcast.start()
  })

  it('[SM66] fails where nothing is known of the release, and says what to try', async () => {
    const { code, stderr } = await doctorOf('--release', 'shop@3')
    expect([code, stderr]).toEqual([1, expect.stringContaining('or upload its maps first.')])
  })

  it.each([
    [['--release', ''], '--release is missing.'],
    [['--relaese', 'shop@2'], "Unknown option '--relaese'"],
    [['--release', 'shop@2', 'shop@3'], 'Unexpected argument “shop@3”.'],
  ])('[CL5] exits 2 for %j, which it does not understand', async (args, sentence) => {
    const { code, stderr } = await doctorOf(...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
  })
})
