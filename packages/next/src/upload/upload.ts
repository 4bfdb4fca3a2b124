import { readNextBuild } from '@hindcast/contract/routes/next-build.ts'
import { sendManifest, uploadedInWords, type Send } from '@hindcast/contract/routes/send-manifest.ts'
import { openBuild, readConfig } from '../build/build-folder.ts'
import { targetOf, WrongUse, type Environment, type UploadFlags } from './settings.ts'
import { uploadSourceMaps } from './source-maps.ts'

const WAIT_MS = 30_000

/** Uploads the routes, the server actions and the source maps of the build under `path`, and says what was done. */
export async function upload(
  path: string,
  flags: UploadFlags,
  env: Environment,
  print: (line: string) => void,
): Promise<void> {
  const target = targetOf(flags, env)
  const build = await openBuild(path)
  if (build === undefined)
    throw new WrongUse(`${path} has no build. Run \`next build\` before, or name the folder with the build.`)
  const release = flags.release ?? env['SENTRY_RELEASE'] ?? (await readConfig(build)).release
  if (!release)
    throw new WrongUse(
      'Name the release as the SDK sends it: --release, or `release.name` of withSentryConfig.',
    )
  const manifest = await readNextBuild((name) => build.read(name))
  if (manifest === undefined) throw new WrongUse(`${build.path} has no routes that could be read.`)
  const uploaded = await sendManifest(target, release, manifest, send)
  print(uploadedInWords(uploaded))
  if (flags['no-source-maps'] === true) return
  const organization = uploaded.organization ?? env['SENTRY_ORG']
  if (organization === undefined)
    return print('Source maps were left out: this server does not name the organization. Set SENTRY_ORG.')
  const maps = await uploadSourceMaps(build, { ...target, organization }, release)
  if (maps !== undefined) print(maps)
}

const send: Send = (address, init) => fetch(address, { ...init, signal: AbortSignal.timeout(WAIT_MS) })
