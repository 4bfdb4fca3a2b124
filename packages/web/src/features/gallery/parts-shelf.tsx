import { useState } from 'react'
import { DownloadMenu } from '#product/download-menu.tsx'
import { FieldNotesList } from '#product/fields/field-notes-list.tsx'
import { DigestLines } from '#product/lookup/digest-lines.tsx'
import { PeriodChoice } from '#product/period-choice.tsx'
import { CommitLine } from '#product/releases/commit-line.tsx'
import { EstimateText } from '#product/traces/estimate-text.tsx'
import { RenamedInPart } from '#product/routes/renamed-in-part.tsx'
import { UsersSeen } from '#product/traces/users-seen.tsx'
import { RatingMark } from '#product/traces/rating-mark.tsx'
import { NewSecret } from '#ui/forms/new-secret.tsx'
import { SectionNav } from '#ui/layout/section-nav.tsx'
import { ProjectFields } from '#product/projects/project-fields.tsx'
import { SaveRow } from '#ui/forms/save-row.tsx'
import { Button } from '#ui/base/button.tsx'
import type { Platform } from '#product/projects/platform.ts'
import { LONG, Specimen, State } from './specimen.tsx'
import { UserWords } from './user-words.tsx'

const nothing = () => undefined
const PLACES = [
  { to: '/alerts', name: 'Alerts' },
  { to: '/alerts/channels', name: 'Channels' },
] as const
const NOTES = {
  cuts: [{ path: 'exception.values.0.value', unit: 'characters', limit: 8192, original: 12_000 } as const],
  scrubbed: [{ path: 'request.headers.authorization', rule: 'header' }],
}
const COMMIT = {
  id: '2c1f6b7d9e0a4c5b8f3d6e7a1b2c3d4e5f60718a',
  author: { name: 'Ada Lovelace', email: 'ada@shop.example' },
  message: LONG,
  at: '2026-11-14T06:00:00.000Z',
}

export function PartsShelf() {
  return (
    <>
      <Specimen
        name="SectionNav"
        note="The header line of screens that belong together; its title is the h1, here as text."
      >
        <State name="with an action" wide>
          <div inert>
            <SectionNav
              title={<span>Alerts</span>}
              label="Alerts and channels"
              places={PLACES}
              actions={<Button>New alert</Button>}
            />
          </div>
        </State>
      </Specimen>
      <Tables />
      <UserWords />
      <Specimen name="NewSecret" note="Takes the focus when it appears, so it cannot be used here.">
        <State name="rest" wide>
          <div inert>
            <NewSecret
              secret="hc_0123456789abcdef"
              label="The new token"
              title="Copy the token CI now"
              copies="token CI"
              onDone={nothing}
            >
              {LONG}
            </NewSecret>
          </div>
        </State>
      </Specimen>
      <Specimen name="SaveRow" note="The end of a form: whether it is saved, and how to make it so.">
        <State name="saved">
          <SaveRow dirty={false} busy={false} invalid={false} onDiscard={nothing} />
        </State>
        <State name="changed">
          <SaveRow dirty busy={false} invalid={false} onDiscard={nothing} />
        </State>
        <State name="busy">
          <SaveRow dirty busy invalid={false} onDiscard={nothing} />
        </State>
        <State name="cannot be saved">
          <SaveRow dirty busy={false} invalid onDiscard={nothing} />
        </State>
      </Specimen>
      <NewProject />
      <Commits />
      <Visits />
      <Specimen name="PeriodChoice" note="How far back a screen looks; the choice is in its address.">
        <PeriodChoice chosen="7d" usual="7d" read={(view) => view} />
      </Specimen>
    </>
  )
}

function NewProject() {
  const [platform, choose] = useState<Platform>('react')
  return (
    <Specimen name="ProjectFields" note="What a new project is asked for, at the first run and later.">
      <State name="filled">
        <div className="grid gap-4">
          <ProjectFields name="filled" defaultValue="Web shop" platform={platform} onPlatform={choose} />
        </div>
      </State>
      <State name="error">
        <div className="grid gap-4">
          <ProjectFields
            name="wrong"
            defaultValue=""
            fault="Write the project’s name."
            platform={platform}
            onPlatform={choose}
          />
        </div>
      </State>
    </Specimen>
  )
}

function Visits() {
  return (
    <>
      <Specimen name="EstimateText" note="A count of visits; where only some were sent, it says so.">
        <State name="counted, and extrapolated">
          <EstimateText of={{ total: 812, sampled: 812, margin: 0 }} /> and{' '}
          <EstimateText of={{ total: 48_120, sampled: 4812, margin: 1270 }} />
        </State>
      </Specimen>
      <Specimen
        name="UsersSeen"
        note="Users of visits; where only some visits were sent, the least there were."
      >
        <p>
          <UsersSeen users={96} visits={{ total: 812, sampled: 812, margin: 0 }} /> and{' '}
          <UsersSeen users={96} visits={{ total: 48_120, sampled: 4812, margin: 1270 }} />
        </p>
      </Specimen>
      <Specimen name="RenamedInPart" note="Below a list whose rarest addresses keep the name they came with.">
        <RenamedInPart isShown />
      </Specimen>
      <Specimen name="RatingMark" note="Before a web vital: told apart by shape as well as by colour.">
        <State name="good, needs work, poor">
          <RatingMark rating="good" /> <RatingMark rating="needs-work" /> <RatingMark rating="poor" />
        </State>
      </Specimen>
    </>
  )
}

function Commits() {
  return (
    <Specimen name="CommitLine" note="What it says, whose it is, which and when.">
      <State name="told in full, and not at all" wide>
        <ul className="grid gap-2">
          <CommitLine commit={COMMIT} className="gap-x-2">
            <span className="text-meta text-muted">Changed cart.ts</span>
          </CommitLine>
          <CommitLine commit={{ ...COMMIT, author: null, message: null, at: null }} className="gap-x-2" />
        </ul>
      </State>
    </Specimen>
  )
}

function Tables() {
  return (
    <>
      <Specimen name="DownloadMenu" note="In the header of a table: all its rows as a file.">
        <State name="closed">
          <DownloadMenu path="/api/v1/projects/shop/issues" query={{ query: 'is:unresolved' }} />
        </State>
      </Specimen>
      <Specimen name="DigestLines" note="What makes the number on an error page arrive.">
        <State name="for the server" wide>
          <DigestLines file="instrumentation.js" />
        </State>
      </Specimen>
      <Specimen name="FieldNotesList" note="Below what it is about: fields that were shortened or replaced.">
        <State name="shortened and replaced" wide>
          <FieldNotesList notes={NOTES} />
        </State>
      </Specimen>
    </>
  )
}
