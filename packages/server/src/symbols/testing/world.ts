import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ArtifactFile } from '#domain/source-maps/artifact.ts'
import type { FrameAsk, StackAsk } from '#domain/source-maps/mapped-frame.ts'
import type { BlobStore } from '#stores/blobs/blobs.ts'
import { openFileBlobStore } from '#stores/blobs/files/blob-store.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const FIXTURE = new URL('../../../../../fixtures/symbolication/', import.meta.url)

export const DEBUG_ID = '243d5770-1969-53a8-9e54-9cdaf7e01321'
export const SCRIPT_URL = 'http://127.0.0.1:9200/dist/fx/app.UNMNSEFP.js'

type Upload = Partial<Omit<ArtifactFile, 'blob' | 'bytes'>> & {
  readonly url: string
  readonly content: string | Uint8Array
}

export interface SymbolWorld {
  readonly projectId: string
  readonly records: RecordStore
  readonly blobs: BlobStore
  /** One bundle with these files. */
  upload(...files: readonly Upload[]): Promise<void>
  close(): Promise<void>
}

/** Records and blobs of an installation with one project and nothing uploaded. */
export async function openSymbolWorld(): Promise<SymbolWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-symbols-'))
  const records = await openTestRecords({ file: join(folder, 'records.sqlite'), log: silent })
  const blobs = await openFileBlobStore(join(folder, 'blobs'))
  const organization = await records.organizations.create({ slug: 'main', name: 'Main', now: 1 })
  const { project } = await records.projects.create({
    organizationId: organization.id,
    name: 'Web',
    platform: undefined,
    now: 1,
  })
  const projectId = project.id
  let uploads = 0
  return {
    projectId,
    records,
    blobs,
    async upload(...files) {
      const uploadedAt = ++uploads
      const stored: ArtifactFile[] = []
      for (const { content, ...file } of files) {
        const bytes = Buffer.from(content)
        stored.push({
          ...BLANK,
          projectId,
          uploadedAt,
          ...file,
          blob: await blobs.put(bytes),
          bytes: bytes.length,
        })
      }
      const { release, dist } = stored[0]!
      const checksum = String(uploads).padStart(40, '0')
      await records.artifacts.addBundle(
        { checksum, projectIds: [projectId], release, dist, uploadedAt },
        stored,
      )
    },
    async close() {
      await records.close()
      await rm(folder, { recursive: true })
    },
  }
}

const BLANK = {
  kind: 'source_map',
  debugId: undefined,
  release: undefined,
  dist: undefined,
  sourceMap: undefined,
} as const

export function fixtureText(name: string): Promise<string> {
  return readFile(new URL(name, FIXTURE), 'utf8')
}

/** The script of the fixture and its map, as the tools upload them. */
export async function fixtureFiles(
  over: Partial<Upload> = {},
): Promise<readonly [script: Upload, map: Upload]> {
  const name = 'app.UNMNSEFP.js'
  const build = { debugId: DEBUG_ID, release: 'shop@1.4.2', dist: 'web-7' }
  return [
    {
      ...build,
      kind: 'minified_source',
      url: `~/dist/fx/${name}`,
      sourceMap: `${name}.map`,
      content: await fixtureText(`artifacts/${name}`),
      ...over,
    },
    {
      ...build,
      kind: 'source_map',
      url: `~/dist/fx/${name}.map`,
      content: await fixtureText(`artifacts/${name}.map`),
      ...over,
    },
  ]
}

export function aFrameAsk(over: Partial<FrameAsk> = {}): FrameAsk {
  return {
    absPath: SCRIPT_URL,
    line: 3,
    column: 30,
    function: 'o',
    inApp: true,
    hasSource: false,
    ...over,
  }
}

/** The stack of the recorded event. */
export function anAsk(over: Partial<StackAsk> = {}): StackAsk {
  return {
    projectId: '1',
    release: 'shop@1.4.2',
    dist: 'web-7',
    images: [{ codeFile: SCRIPT_URL, debugId: DEBUG_ID }],
    stacks: [
      [
        aFrameAsk({ function: 'HTMLButtonElement.<anonymous>', column: 210 }),
        aFrameAsk({ function: 'e', column: 140 }),
        aFrameAsk(),
      ],
    ],
    ...over,
  }
}
