import { ensureWebBuild } from '../../packages/server/src/app/process/web-build.ts'
import { ROOT } from './paths.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** The pages exactly as `npm start` builds them. */
export function buildPages(): Promise<string> {
  return ensureWebBuild({ root: ROOT, log: silent })
}
