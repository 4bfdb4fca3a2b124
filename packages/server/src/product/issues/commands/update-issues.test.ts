import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { QUICK_HASH } from '#accounts/testing/quick-hash.ts'
import { createAccounts } from '#accounts/better-auth.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { IssueStatus, IssueSubstatus } from '#domain/issues/issue-status.ts'
import type { Log } from '#domain/log.ts'
import type { Organization, Project } from '#domain/projects/project.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { anEvent } from '#stores/records/records.contract.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import { updateIssues } from './update-issues.ts'

const log: Log = { debug() {}, info() {}, warn() {}, error() {} }

let folder: string
let records: RecordStore
let deps: { records: RecordStore; now: () => number }
let ours: Place
let theirs: Place

interface Place {
  readonly organization: Organization
  readonly project: Project
  readonly userId: string
  readonly issues: readonly Issue[]
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-update-'))
  records = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
  deps = { records, now: () => 5_000 }
  ours = await place('ours')
  theirs = await place('theirs')
})
afterEach(async () => {
  await records.close()
  await rm(folder, { recursive: true })
})

async function place(slug: string): Promise<Place> {
  const organization = await records.organizations.create({ slug, name: slug, now: 1 })
  const accounts = createAccounts({
    passwordHash: QUICK_HASH,
    database: records.accounts,
    secret: 'a secret of more than thirty-two characters',
    addresses: () => ({ publicUrl: undefined, listeningUrl: undefined }),
    now: () => 1,
    log,
  })
  const input = { email: `${slug}@example.com`, password: 'correct horse', name: slug }
  const { id: userId } = await accounts.createUser(input)
  await records.organizations.addMember(organization.id, userId, 'owner', 1)
  const { project } = await records.projects.create({
    organizationId: organization.id,
    name: slug,
    platform: undefined,
    now: 1,
  })
  const events = ['a', 'b', 'c'].map((fingerprint, seq) =>
    anEvent({ projectId: project.id, fingerprint, seq }),
  )
  const { created } = await records.digest.apply({ spoolId: slug, from: 0, to: 9, counts: [], events })
  return { organization, project, userId, issues: await records.issues.byIds(created) }
}

const update = (change: object, { issues, project } = ours, index = 0) => ({
  issue: issues[index]!,
  project,
  change,
})
const now = async (index = 0) => (await records.issues.byId(ours.issues[index]!.id))!

describe('updating issues', () => {
  it('[AC38] changes status and assignee, and leaves alone what is not named', async () => {
    await updateIssues(deps, [update({ status: 'resolved', assigneeId: ours.userId })])
    expect(await now()).toMatchObject({ status: 'resolved', substatus: 'ongoing', assigneeId: ours.userId })
    await updateIssues(deps, [update({ assigneeId: null })])
    expect(await now()).toMatchObject({ status: 'resolved', assigneeId: undefined })
    await updateIssues(deps, [update({ assigneeId: ours.userId })])
    await updateIssues(deps, [update({ status: 'ignored' })])
    expect(await now()).toMatchObject({ status: 'ignored', assigneeId: ours.userId })
  })

  it('[AC38] refuses statuses that do not exist, and a substatus that stands alone', async () => {
    const attempts = [
      { status: 'deleted' as IssueStatus },
      { status: 'unresolved', substatus: 'urgent' as IssueSubstatus },
      { substatus: 'new' },
    ]
    for (const change of attempts) {
      await expect(updateIssues(deps, [update(change)])).rejects.toMatchObject({ code: 'invalid_input' })
    }
    expect(await now()).toEqual(ours.issues[0])
  })

  it('[IS16] assigns only to members of the issue’s organization, with the same error for all others', async () => {
    const messages = new Set<string>()
    for (const assigneeId of [theirs.userId, 'nobody', '', ours.organization.id, `${ours.userId} `]) {
      const error: unknown = await updateIssues(deps, [update({ assigneeId })]).catch(
        (reason: unknown) => reason,
      )
      expect(error).toMatchObject({ code: 'invalid_input' })
      messages.add((error as Error).message)
    }
    expect(messages.size).toBe(1)
    expect(await now()).toEqual(ours.issues[0])
  })

  it('[IS16] judges every issue by its own organization, so that a mixed list cannot smuggle one in', async () => {
    const mixed = [update({ assigneeId: ours.userId }), update({ assigneeId: ours.userId }, theirs)]
    await expect(updateIssues(deps, mixed)).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await now()).toEqual(ours.issues[0])
  })

  it('[IS15] changes all of a list or none of it', async () => {
    const gone = { ...update({ status: 'resolved' }), issue: { ...ours.issues[0]!, id: '999' } }
    const list = [update({ status: 'resolved' }), update({ status: 'resolved' }, ours, 1), gone]
    await expect(updateIssues(deps, list)).rejects.toMatchObject({ code: 'not_found' })
    expect(await Promise.all([now(0), now(1)])).toEqual(ours.issues.slice(0, 2))
    await expect(updateIssues(deps, [list[0]!, list[0]!])).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await now(0)).toEqual(ours.issues[0])
  })

  it('[IS15] answers what was there, which takes the change back exactly', async () => {
    await updateIssues(deps, [
      update({ status: 'resolved' }, ours, 1),
      update({ status: 'ignored' }, ours, 2),
    ])
    await updateIssues(deps, [update({ status: 'unresolved', substatus: 'regressed' }, ours, 2)])
    const start = await Promise.all([now(0), now(1), now(2)])
    expect(start.map(({ substatus }) => substatus)).toEqual(['new', 'ongoing', 'regressed'])
    const before = await updateIssues(
      deps,
      [0, 1, 2].map((index) => update({ status: 'ignored', assigneeId: ours.userId }, ours, index)),
    )
    expect(await now(0)).toMatchObject({ status: 'ignored', substatus: 'ongoing', assigneeId: ours.userId })
    await updateIssues(
      deps,
      before.map(({ lifecycle, assigneeId = null }, index) =>
        update({ decision: { kind: 'restore', lifecycle }, assigneeId }, ours, index),
      ),
    )
    expect(await Promise.all([now(0), now(1), now(2)])).toEqual(start)
  })

  it('[IS22] does not undo later changes by others, for one issue or many', async () => {
    const all = [0, 1, 2].map((index) => update({ status: 'resolved' }, ours, index))
    const before = await updateIssues(deps, all, ours.userId)
    const undo = before.map(({ lifecycle, revision }, index) => update({ lifecycle, revision }, ours, index))
    await updateIssues(deps, [update({ status: 'ignored' }, ours, 1)])
    expect(await updateIssues(deps, [undo[1]!])).toEqual([])
    const undone = await updateIssues(deps, undo)
    expect(undone.map(({ id }) => id)).toEqual([ours.issues[0]!.id, ours.issues[2]!.id])
    expect(await Promise.all([now(0), now(2)])).toEqual([ours.issues[0], ours.issues[2]])
    expect(await now(1)).toMatchObject({ status: 'ignored' })
  })
})
