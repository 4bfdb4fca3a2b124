import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Log } from '#domain/log.ts'

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'hindcast-telemetry-'))
