import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { createProject } from '#product/projects/commands/create-project.ts'
import { createToken } from '#product/people/commands/create-token.ts'
import { ensureOrganization } from '#product/projects/commands/ensure-organization.ts'
import { ensureOwnProject, ownProjectId } from '#product/projects/commands/ensure-own-project.ts'
import { initialise } from '#product/projects/commands/initialise.ts'
import { makeResetLink } from '#product/people/commands/reset-password.ts'
import { resetSecondStep } from '#product/people/commands/reset-second-step.ts'
import { AppError } from '#domain/app-error.ts'
import type { Project, ProjectKey } from '#domain/projects/project.ts'
import type { ReleaseMaps } from '#product/source-maps/query/release-maps.ts'
import type { DoctorReport } from './doctor.ts'
import { examineMaps } from './examine-maps.ts'
import type { CopyResult, DrainResult, HoldResult, Operations } from './operations.ts'
import type { SpoolStatus } from '#spool/spool.ts'
import { reportRetention } from './retention.ts'

export interface OperationDeps extends CommandDeps {
  readonly publicUrl: () => string
  /** Undefined if no public address is configured and no server runs. */
  readonly knownUrl: () => string | undefined
  readonly dsnOf: (publicUrl: string, publicKey: string, projectId: string) => string
  readonly loadSamples: (project: Project, scenario: string) => Promise<{ readonly events: number }>
  /** Ingest must know a new key before its DSN is printed. */
  readonly projectsChanged: () => Promise<void>
  /** Whether the installation keeps its own errors. */
  readonly selfReport: boolean
  /** Answers whether its own pages report their traces. */
  readonly showOwnPages: () => Promise<boolean>
  readonly examine: () => Promise<DoctorReport>
  readonly releaseMaps: (projectId: string, release: string) => Promise<ReleaseMaps>
  readonly copyStores: (to: string) => Promise<CopyResult>
  readonly drainSpool: (dir: string) => Promise<DrainResult>
  readonly spoolStatus: () => Promise<SpoolStatus>
  readonly holdStores: () => Promise<HoldResult>
}

export function createOperations(deps: OperationDeps): Operations {
  const { publicUrl } = deps
  const dsn = (key: ProjectKey) => deps.dsnOf(publicUrl(), key.publicKey, key.projectId)
  return {
    async init(input) {
      const { organization, project, key, token } = await initialise(deps, input)
      // Last, so that on a fresh folder the first ID is that of the requested project.
      if (deps.selfReport) await ensureOwnProject(deps)
      await deps.projectsChanged()
      return { url: publicUrl(), dsn: dsn(key), token, project: project.slug, org: organization.slug }
    },
    async createProject({ name, platform }) {
      const organization = await ensureOrganization(deps)
      const { project, key } = await createProject(deps, { organizationId: organization.id, name, platform })
      await deps.projectsChanged()
      return {
        url: publicUrl(),
        dsn: dsn(key),
        project: project.slug,
        org: organization.slug,
        id: project.id,
      }
    },
    async createToken({ name, scopes }) {
      const organization = await ensureOrganization(deps)
      const { token, secret } = await createToken(deps, { organizationId: organization.id, name, scopes })
      return { token: secret, scopes: token.scopes, org: organization.slug }
    },
    resetSecondStep: ({ email }) => resetSecondStep(deps, email),
    async resetPassword(input) {
      const { email, path, expiresAt } = await makeResetLink(deps, input.email)
      const base = deps.knownUrl()
      const url = base === undefined ? null : `${base}${path}`
      return { email, url, path, expiresAt: new Date(expiresAt).toISOString() }
    },
    async seed({ scenario, project: slug }) {
      const project = await sampleProject(deps, slug)
      const { events } = await deps.loadSamples(project, scenario)
      return { scenario, project: project.slug, events, ownPages: await deps.showOwnPages() }
    },
    retention: (input) => reportRetention(deps, input),
    doctor: () => deps.examine(),
    doctorSourceMaps: (input) => examineMaps(deps, input),
    copyStores: ({ to }) => deps.copyStores(to),
    drainSpool: ({ dir }) => deps.drainSpool(dir),
    spoolStatus: () => deps.spoolStatus(),
    holdStores: () => deps.holdStores(),
  }
}

async function sampleProject({ records }: OperationDeps, slug: string | undefined): Promise<Project> {
  const [projects, own] = await Promise.all([records.projects.all(), ownProjectId({ records })])
  const project = projects.find(({ id, slug: name }) => (slug === undefined ? id !== own : name === slug))
  if (project !== undefined) return project
  throw new AppError(
    'not_found',
    slug === undefined
      ? 'No project yet. Create one with the link the server printed, or with hindcast project create NAME.'
      : `Project “${slug}” not found.`,
  )
}
