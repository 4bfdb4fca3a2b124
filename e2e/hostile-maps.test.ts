import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { BuildFile } from '../packages/server/src/protocol/testing/make-bundle.ts'
import { eventually } from './harness/eventually.ts'
import { plant, repeated } from './harness/hostile-events.ts'
import { onTrial } from './harness/trial.ts'
import { recordedCrash, RECORDED_ID, uploadRecordedMap } from './harness/recorded-crash.ts'
import { uploadBuild } from './harness/upload.ts'

const MiB = 1024 * 1024
const SCRIPT = 'https://shop.example/app.js'

function buildOf(map: object, debugId: string): readonly BuildFile[] {
  return [
    {
      url: '~/app.js',
      text: 'f()\n//# sourceMappingURL=app.js.map',
      headers: { 'debug-id': debugId, sourcemap: 'app.js.map' },
    },
    { url: '~/app.js.map', text: JSON.stringify(map), type: 'source_map', headers: { 'debug-id': debugId } },
  ]
}

/** Enough that nothing can squeeze, or the upload itself would be refused as a bomb. */
const ballast = () => randomBytes(220_000).toString('base64')

const mapOf = (over: object) => ({
  version: 3,
  sources: ['a.js', 'b.js'],
  names: [],
  mappings: 'AAAA',
  ...over,
})

const crash = (debugId: string) => ({
  release: 'shop@1',
  exception: {
    values: [
      {
        type: 'TypeError',
        value: 'no price',
        stacktrace: {
          frames: [{ filename: SCRIPT, function: 'f', lineno: 1, colno: 1, in_app: true }],
        },
      },
    ],
  },
  debug_meta: { images: [{ type: 'sourcemap', code_file: SCRIPT, debug_id: debugId }] },
})

const HEAVY: ReadonlyArray<readonly [name: string, map: () => object]> = [
  ['lines', () => mapOf({ mappings: repeated(';', 60 * MiB), sourcesContent: [ballast()] })],
  ['segments', () => mapOf({ mappings: repeated('AAAA,', 60 * MiB), sourcesContent: [ballast()] })],
]

describe('source maps made to be costly', () => {
  it('[HO11] that would need more memory than there is are left alone, also after a restart', () =>
    onTrial(async (trial) => {
      const { hindcast } = trial
      await trial.besides('heavy maps', async () => {
        for (const [name, map] of HEAVY) {
          const debugId = randomUUID()
          const { bytes, state } = await uploadBuild(
            hindcast,
            hindcast.init.project,
            buildOf(map(), debugId),
            'shop@1',
          )
          console.log(`a map of ${name}: ${Math.round(bytes / 1024)} kB, ${state}`)
          expect((await plant(hindcast, crash(debugId))).status).toBe(200)
        }
        await sleep(8_000)
      })
      await hindcast.server.kill()
      await hindcast.start()
      await trial.besides('heavy maps after a kill', () => sleep(3_000))
    }))

  it('[HO12] with a source that nests without end fail by themselves, and other projects get their maps', () =>
    onTrial(async (trial) => {
      const { hindcast, honest } = trial
      const debugId = randomUUID()
      expect((await plant(hindcast, crash(debugId))).status).toBe(200)
      const body = await recordedCrash()
      const address = `${hindcast.origin}/api/${honest.projectId}/envelope/?sentry_version=7&sentry_key=${honest.publicKey}`
      expect((await fetch(address, { method: 'POST', body })).status).toBe(200)
      await trial.digested(20_000)
      await trial.besides('a deep template', async () => {
        const deep = mapOf({ sourcesContent: [`function f() { ${repeated('`${', 600_000)} }`] })
        await uploadBuild(hindcast, hindcast.init.project, buildOf(deep, debugId), 'shop@1')
        await sleep(1_000)
        await uploadRecordedMap(trial.hindcast, honest.slug)
        const event = await honest.api().awaitEvent(RECORDED_ID)
        await eventually(
          'the late map of the other project',
          async () => {
            const { culprit } = await honest.api().issue(event.issueId)
            return culprit === 'priceOf (fx/src/cart.js)' ? true : undefined
          },
          30_000,
        )
      })
    }))
})
