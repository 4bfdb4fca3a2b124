import { workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { silentLog } from '#domain/testing.ts'

import { openDuckDbTelemetry } from '#stores/telemetry/duckdb/telemetry-store.ts'
import { serveTelemetry } from './telemetry-host.ts'

/** The smallest thread that owns a telemetry store; for the tests beside it. */
const { dir, port } = workerData as { readonly dir: string; readonly port: MessagePort }
serveTelemetry(await openDuckDbTelemetry({ dir, now: () => 0, log: silentLog }), port)
