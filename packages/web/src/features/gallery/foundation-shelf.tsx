import { Age } from '#ui/data/age.tsx'
import { Avatar } from '#ui/data/avatar.tsx'
import { Badge, type Tone } from '#ui/data/badge.tsx'
import { Brand } from '#ui/base/brand.tsx'
import { Button, IconButton, type ButtonKind } from '#ui/base/button.tsx'
import { CodeFile } from '#ui/forms/code-file.tsx'
import { CopyButton, CopyField } from '#ui/forms/copy-field.tsx'
import { Count } from '#ui/data/count.tsx'
import { Icon, ICON_NAMES } from '#ui/base/icon.tsx'
import { Kbd } from '#ui/base/kbd.tsx'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { FOCUSED, LONG, Specimen, State } from './specimen.tsx'

const KINDS: readonly ButtonKind[] = ['plain', 'primary', 'quiet', 'danger']
const TONES: readonly Tone[] = ['plain', 'fatal', 'error', 'warning', 'info', 'debug', 'success']
const HOUR_MS = 3_600_000

export function FoundationShelf() {
  return (
    <>
      <Buttons />
      <Marks />
      <Specimen name="Icon" note="16 × 16, one stroke, never alone: a word or a label goes with it.">
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          {ICON_NAMES.map((name) => (
            <span key={name} className="inline-flex items-center gap-1.5 text-meta text-muted">
              <Icon name={name} />
              {name}
            </span>
          ))}
        </div>
      </Specimen>
      <Copying />
      <Times />
    </>
  )
}

function Buttons() {
  return (
    <>
      <Specimen
        name="Button"
        note="A verb. Hover darkens the background in 80 ms; busy keeps the focus and the width of its word."
      >
        {KINDS.map((kind) => (
          <State key={kind} name={kind}>
            <span className="flex flex-wrap gap-2">
              <Button kind={kind}>Resolve</Button>
              <Button kind={kind} icon="check">
                With icon
              </Button>
              <Button kind={kind} className={FOCUSED}>
                Focused
              </Button>
              <Button kind={kind} busy>
                Saving…
              </Button>
              <Button kind={kind} disabled>
                Disabled
              </Button>
            </span>
          </State>
        ))}
      </Specimen>
      <Specimen name="IconButton" note="28 × 28 with a label that is also its tooltip.">
        <State name="rest">
          <IconButton icon="close" label="Close" />
        </State>
        <State name="focused">
          <IconButton icon="close" label="Close, focused" className={FOCUSED} />
        </State>
        <State name="plain">
          <IconButton icon="plus" label="Add" kind="plain" />
        </State>
        <State name="disabled">
          <IconButton icon="left" label="Newer event" disabled />
        </State>
      </Specimen>
    </>
  )
}

function Marks() {
  return (
    <>
      <Specimen name="Brand">
        <Brand />
        <Brand name={false} />
      </Specimen>
      <Specimen name="Badge" note="A word with a tint; the tint says nothing the word does not.">
        {TONES.map((tone) => (
          <State key={tone} name={tone}>
            <Badge tone={tone}>Regressed</Badge>
          </State>
        ))}
      </Specimen>
      <Specimen name="LevelMark" note="Shape and word: square, disc, triangle, ring, dot.">
        {['fatal', 'error', 'warning', 'info', 'debug', 'of-tomorrow'].map((level) => (
          <LevelMark key={level} level={level} />
        ))}
        <State name="word only heard">
          <LevelMark level="error" word={false} />
        </State>
      </Specimen>
      <Specimen name="Kbd" note="As this machine’s keyboard names the keys.">
        {['j', '$mod+k', 'Shift+E', 'g i', 'Escape', 'Shift+?'].map((keys) => (
          <State key={keys} name={keys}>
            <Kbd keys={keys} />
          </State>
        ))}
      </Specimen>
      <Specimen name="Avatar">
        <Avatar name="Ada Lovelace" />
        <Avatar name="grace@hopper.example" />
        <Avatar name="李" />
        <Avatar name="Ada Lovelace" size={40} />
      </Specimen>
    </>
  )
}

function Copying() {
  return (
    <>
      <Specimen
        name="CopyButton"
        note="Says that it worked for two seconds, in sight and to a screen reader."
      >
        <CopyButton text="WEB-1A" label="short id" />
      </Specimen>
      <Specimen name="CopyField">
        <State name="rest" wide>
          <CopyField value="https://7d3f0c1e@errors.example.com/4" label="DSN" />
        </State>
        <State name="long text" wide>
          <CopyField value={LONG.replaceAll(' ', '-')} label="long value" />
        </State>
      </Specimen>
      <Specimen name="CodeFile">
        <State name="rest" wide>
          <CodeFile name="main.js" text={'Sentry.init({ dsn })\n'} />
        </State>
        <State name="hint and long line" wide>
          <CodeFile
            name="instrument.mjs"
            hint="before anything else"
            text={`// ${LONG}\nSentry.init({ dsn })\n`}
          />
        </State>
      </Specimen>
    </>
  )
}

function Times() {
  const now = Date.now()
  return (
    <>
      <Specimen name="Timestamp" note="One clock for the page; the exact time on hover.">
        <State name="just now">
          <Timestamp at={now} />
        </State>
        <State name="hours">
          <Timestamp at={now - 5 * HOUR_MS} />
        </State>
        <State name="a sender whose clock runs ahead">
          <Timestamp at={now + HOUR_MS} />
        </State>
      </Specimen>
      <Specimen name="Age">
        <Age since={new Date(now - 3 * HOUR_MS).toISOString()} />
        <Age since={new Date(now - 400 * HOUR_MS).toISOString()} />
      </Specimen>
      <Specimen name="Count" note="Short from 10,000 on, the whole number on hover.">
        {[0, 7, 1204, 12_400, 3_400_000].map((count) => (
          <State key={count} name={String(count)}>
            <Count of={count} />
          </State>
        ))}
      </Specimen>
    </>
  )
}
