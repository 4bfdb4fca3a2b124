import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from './eventually.ts'
import type { Installation } from './installation.ts'
import { FIXTURES } from './paths.ts'

/** The event of the recorded crash, and the id it was recorded with. */
export const RECORDED_ID = 'caa9b4dc309d45d19a053ee30aa8bc4a'
export const recordedCrash = () => fixture('event.03.event.bin')

/** Uploads the map of the recorded crash to the project, as sentry-cli did. */
export async function uploadRecordedMap(
  { origin, init }: Pick<Installation, 'origin' | 'init'>,
  project: string = init.project,
): Promise<void> {
  const post = (path: string, type: string, body: Buffer<ArrayBuffer> | string) =>
    fetch(`${origin}/api/0/organizations/${init.org}/${path}/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${init.token}`, 'content-type': type },
      body,
    })
  const chunk = await fixture('cli-upload.03.acme_chunk-upload.bin')
  const boundary = chunk.subarray(2, chunk.indexOf('\r\n')).toString()
  const sent = await post('chunk-upload', `multipart/form-data; boundary=${boundary}`, chunk)
  if (sent.status !== 200) throw new Error(`the chunk was answered with ${sent.status}`)
  const recorded = await fixture('cli-upload.04.artifactbundle_assemble.bin')
  const body = JSON.stringify({ ...(JSON.parse(recorded.toString()) as object), projects: [project] })
  await eventually('the bundle', async () => {
    const answer = await post('artifactbundle/assemble', 'application/json', body)
    return ((await answer.json()) as { readonly state: string }).state === 'ok' || undefined
  })
}

function fixture(name: string): Promise<Buffer<ArrayBuffer>> {
  return readFile(join(FIXTURES, 'symbolication', name))
}
