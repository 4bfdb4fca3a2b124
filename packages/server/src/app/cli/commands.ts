import { resetPassword, resetSecondStep } from './account.ts'
import { backup } from './backup.ts'
import { doctor } from './doctor.ts'
import { doctorSourceMaps } from './doctor-sourcemaps.ts'
import { init } from './init.ts'
import type { Invocation } from './invocation.ts'
import { migrateStore } from './migrate-store.ts'
import { createProject } from './project.ts'
import { restore } from './restore.ts'
import { retention } from './retention.ts'
import { uploadRoutes } from './routes-upload.ts'
import { seed } from './seed.ts'
import { drainSpool } from './spool-drain.ts'
import { start } from './start.ts'
import { createToken } from './token.ts'

export interface Flag {
  readonly type: 'string' | 'boolean'
  readonly about: string
}

export interface Command {
  readonly name: string
  readonly usage: string
  readonly summary: string
  readonly flags: Readonly<Record<string, Flag>>
  /** How many arguments may follow; default none. */
  readonly takes?: number
  /** Answers the exit code. */
  readonly run: (invocation: Invocation) => Promise<number>
}

const DATA: Flag = { type: 'string', about: 'data folder (default ./data, or HINDCAST_DATA)' }
const JSON_OUTPUT: Flag = { type: 'boolean', about: 'print one JSON object' }

export const COMMANDS: readonly Command[] = [
  {
    name: 'start',
    usage: 'start [--role R] [--host H] [--port N] [--data DIR]',
    summary: 'Run the server. Prints “listening on http://…” once it can accept.',
    flags: {
      role: {
        type: 'string',
        about:
          'all, intake, digest or web: what this process does (default all, or HINDCAST_ROLE; see docs/scale.md)',
      },
      host: { type: 'string', about: 'address to listen on (default 127.0.0.1, or HINDCAST_HOST)' },
      port: { type: 'string', about: 'port, 0 picks a free one (default 8000, or HINDCAST_PORT)' },
      data: DATA,
    },
    run: start,
  },
  {
    name: 'init',
    usage: 'init --email E --password P --project NAME [--json] [--data DIR]',
    summary: 'Create the first owner, a project, its key and an API token without a browser.',
    flags: {
      email: { type: 'string', about: 'email address of the owner' },
      password: { type: 'string', about: 'password of the owner, at least 10 characters' },
      project: { type: 'string', about: 'name of the first project' },
      platform: { type: 'string', about: 'platform of the project, e.g. javascript-react' },
      json: JSON_OUTPUT,
      data: DATA,
    },
    run: init,
  },
  {
    name: 'project create',
    usage: 'project create NAME [--platform P] [--json] [--data DIR]',
    summary: 'Create a project and its key.',
    flags: {
      platform: { type: 'string', about: 'platform of the project, e.g. javascript-react' },
      json: JSON_OUTPUT,
      data: DATA,
    },
    takes: 1,
    run: createProject,
  },
  {
    name: 'token create',
    usage: 'token create --scopes S,S [--name N] [--json] [--data DIR]',
    summary: 'Create an API token that belongs to the organization, not to a member. It is shown once.',
    flags: {
      scopes: { type: 'string', about: 'comma-separated, e.g. project:read,event:read' },
      name: { type: 'string', about: 'name of the token' },
      json: JSON_OUTPUT,
      data: DATA,
    },
    run: createToken,
  },
  {
    name: 'account reset-password',
    usage: 'account reset-password --email E [--json] [--data DIR]',
    summary: 'Print a link to set a new password. It works once and expires in an hour.',
    flags: {
      email: { type: 'string', about: 'email address of the account' },
      json: JSON_OUTPUT,
      data: DATA,
    },
    run: resetPassword,
  },
  {
    name: 'account reset-second-step',
    usage: 'account reset-second-step --email E [--json] [--data DIR]',
    summary:
      'Reset two-factor authentication for a user who lost phone and recovery codes: removes it, all passkeys and sessions, and keeps the password.',
    flags: {
      email: { type: 'string', about: 'email address of the account' },
      json: JSON_OUTPUT,
      data: DATA,
    },
    run: resetSecondStep,
  },
  {
    name: 'routes upload',
    usage: 'routes upload PATH --release R --project SLUG [--url U] [--base-path B] [--locales L,L] [--json]',
    summary:
      'Upload the routes of a build: a folder built by Next.js (with the names of its server actions), a route tree of TanStack Router, routes of React Router as JSON, or a list. Needs HINDCAST_TOKEN.',
    flags: {
      release: { type: 'string', about: 'the release, as the SDK sends it' },
      project: { type: 'string', about: 'slug of the project' },
      url: { type: 'string', about: 'address of the server (default HINDCAST_URL)' },
      'base-path': { type: 'string', about: 'under which the application is served, e.g. /shop' },
      locales: {
        type: 'string',
        about: 'comma separated, if addresses start with one that is no part of a route',
      },
      json: JSON_OUTPUT,
    },
    takes: 1,
    run: uploadRoutes,
  },
  {
    name: 'seed',
    usage: 'seed [SCENARIO] [--project SLUG] [--json] [--data DIR]',
    summary: 'Fill a project with realistic sample events.',
    flags: {
      project: { type: 'string', about: 'slug of the project (default: the first one)' },
      json: JSON_OUTPUT,
      data: DATA,
    },
    takes: 1,
    run: seed,
  },
  {
    name: 'backup',
    usage: 'backup DIR|FILE.tar|s3://BUCKET/PREFIX [--json] [--data DIR]',
    summary:
      'Back up the data folder into DIR, into one file or into a bucket, while the server runs or without one. Uploaded files and large items that DIR has from an earlier backup are not copied again, and nothing that the bucket has is sent again. A bucket is given as in HINDCAST_BLOBS_URL, with the same variables for its key.',
    flags: { json: JSON_OUTPUT, data: DATA },
    takes: 1,
    run: backup,
  },
  {
    name: 'restore',
    usage: 'restore DIR|FILE.tar|s3://BUCKET/PREFIX [--json] [--data DIR]',
    summary: 'Restore a backup into an empty data folder, after checking every file of it.',
    flags: { json: JSON_OUTPUT, data: DATA },
    takes: 1,
    run: restore,
  },
  {
    name: 'migrate-store',
    usage: 'migrate-store [--cancel] [--json] [--data DIR]',
    summary:
      'Move the records of the data folder to HINDCAST_DATABASE_URL, its telemetry to HINDCAST_CLICKHOUSE_URL and its files to HINDCAST_BLOBS_URL, whichever are set, while the server accepts events. Run it again to go on after an interruption.',
    flags: {
      cancel: { type: 'boolean', about: 'give up a move; the data folder stays as it is' },
      json: JSON_OUTPUT,
      data: DATA,
    },
    run: migrateStore,
  },
  {
    name: 'spool drain',
    usage: 'spool drain DIR [--json] [--data DIR]',
    summary:
      'Store what lies in the spool of a node that is gone for good. DIR is its spool, or its data folder; the server of --data, which must run, digests it. What that node had stored already is not stored again.',
    flags: { json: JSON_OUTPUT, data: DATA },
    takes: 1,
    run: drainSpool,
  },
  {
    name: 'retention',
    usage: 'retention [--confirm] [--json] [--data DIR]',
    summary:
      'Show whether old events are being deleted, or why deletion stopped. Exit code 1 when it stopped and is not confirmed.',
    flags: {
      confirm: {
        type: 'boolean',
        about: 'confirm that the clock is right, so that the next run deletes expired events',
      },
      json: JSON_OUTPUT,
      data: DATA,
    },
    run: retention,
  },
  {
    // Before `doctor`: the first command whose words fit is run.
    name: 'doctor sourcemaps',
    usage: 'doctor sourcemaps --release R [--project SLUG] [--json] [--data DIR]',
    summary:
      'List the scripts of a release without a source map, with the reason and a fix. Exit code 1 when there is one.',
    flags: {
      release: { type: 'string', about: 'the release, as the SDK sends it' },
      project: { type: 'string', about: 'slug of the project (default: all with this release)' },
      json: JSON_OUTPUT,
      data: DATA,
    },
    run: doctorSourceMaps,
  },
  {
    name: 'doctor',
    usage: 'doctor [--json] [--data DIR]',
    summary: 'Check disk, stores, spool, clock and versions. Exit code 1 when something is wrong.',
    flags: { json: JSON_OUTPUT, data: DATA },
    run: doctor,
  },
]
