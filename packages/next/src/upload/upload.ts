import { readNextBuild } from '@hindcast/contract/routes/next-build.ts'
import { sendManifest, uploadedInWords, type Send } from '@hindcast/contract/routes/send-manifest.ts'
import { findSourceMaps, openBuild, readConfig, type SourceMaps } from '../build/build-folder.ts'
import { targetOf, WrongUse, type Environment, type UploadFlags } from './settings.ts'

const WAIT_MS = 30_000

/** Uploads the routes and server actions of the build under `path`, and says what was done and what is left to do. */
export async function upload(
  path: string,
  flags: UploadFlags,
  env: Environment,
  cwd: string,
): Promise<readonly string[]> {
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
  return [uploadedInWords(uploaded), ...aboutMaps(await findSourceMaps(build, cwd), release)]
}

const send: Send = (address, init) => fetch(address, { ...init, signal: AbortSignal.timeout(WAIT_MS) })

/** Maps need debug ids in their scripts, which `sentry-cli` knows how to write; this does not do it once more. */
function aboutMaps({ count, folders }: SourceMaps, release: string): readonly string[] {
  if (count === 0) return []
  const paths = folders.map(quoted).join(' ')
  return [
    `Source maps in the build: ${count}. This command does not upload them. If withSentryConfig has not, run:`,
    `  npx @sentry/cli sourcemaps inject ${paths}`,
    `  npx @sentry/cli sourcemaps upload --release ${quoted(release)} ${paths}`,
  ]
}

function quoted(text: string): string {
  return /^[\w@./+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
