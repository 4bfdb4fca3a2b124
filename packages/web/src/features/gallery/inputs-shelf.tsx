import { useState } from 'react'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { ListEditor } from '#ui/forms/list-editor.tsx'
import { RadioGroup } from '#ui/forms/radio-group.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { FOCUSED, LONG, Specimen, State } from './specimen.tsx'

const CHOICES = [
  { id: 'app', name: 'Your code' },
  { id: 'full', name: 'All frames' },
  { id: 'raw', name: 'As text' },
] as const
type Choice = (typeof CHOICES)[number]['id']

export function InputsShelf() {
  return (
    <>
      <Fields />
      <OnAndOff />
      <Choices />
      <Lists />
    </>
  )
}

function Fields() {
  return (
    <>
      <Specimen name="TextField" note="Label above, hint below, a fault in its place says what to do.">
        <State name="empty">
          <TextField label="Project name" placeholder="web-shop" />
        </State>
        <State name="filled, with hint">
          <TextField label="Name" hint="What will use it." defaultValue="CI of web-shop" />
        </State>
        <State name="focused">
          <TextField label="Name, focused" defaultValue="web" className={FOCUSED} />
        </State>
        <State name="error">
          <TextField label="Days" fault="Write a whole number from 1 to 3650." defaultValue="ninety" />
        </State>
        <State name="disabled">
          <TextField label="Slug" disabled defaultValue="web" />
        </State>
        <State name="long text">
          <TextField label="Origin" defaultValue={LONG} />
        </State>
      </Specimen>
      <Specimen name="Select" note="The browser’s own.">
        <State name="rest">
          <Select label="Sort">
            <option>Last seen</option>
            <option>Events</option>
          </Select>
        </State>
        <State name="focused">
          <Select label="Sort, focused" className={FOCUSED}>
            <option>Last seen</option>
          </Select>
        </State>
        <State name="disabled">
          <Select label="Sort, disabled" disabled>
            <option>Last seen</option>
          </Select>
        </State>
        <State name="long text">
          <Select label="Project" className="w-48">
            <option>{LONG}</option>
          </Select>
        </State>
      </Specimen>
    </>
  )
}

function OnAndOff() {
  return (
    <>
      <Specimen name="Checkbox" note="The whole line is the target.">
        <Checkbox label="Off" />
        <Checkbox label="On" defaultChecked />
        <Checkbox label="With a hint" hint="What it brings along." defaultChecked />
        <Checkbox label="Disabled" disabled />
        <Checkbox label={LONG} className="w-72" />
      </Specimen>
      <Specimen name="Switch" note="Takes effect where it stands; the place of the knob says which.">
        <Switch label="Off" />
        <Switch label="On" defaultChecked />
        <Switch label="With a hint" hint="Shortcuts with Ctrl or ⌘ always work." defaultChecked />
        <Switch label="Disabled" disabled defaultChecked />
        <Switch label={LONG} className="w-72" />
      </Specimen>
    </>
  )
}

function Choices() {
  const [chosen, choose] = useState<Choice>('app')
  return (
    <>
      <Specimen name="RadioGroup" note="One tab stop; arrows move. Wraps where there is no room.">
        <RadioGroup legend="Frames" choices={CHOICES} chosen={chosen} onChoose={choose} />
        <State name="legend only heard">
          <RadioGroup
            legend="Frames"
            showLegend={false}
            choices={CHOICES}
            chosen={chosen}
            onChoose={choose}
          />
        </State>
      </Specimen>
      <Specimen name="Segmented" note="The same in a tool line, where a legend has no room.">
        <Segmented label="Frames" choices={CHOICES} chosen={chosen} onChoose={choose} />
      </Specimen>
      <Specimen name="Tabs" note="One tab stop; arrows, Home and End move the choice.">
        <State name="rest" wide>
          <Tabs label="Frames" tabs={CHOICES} chosen={chosen} onChoose={choose}>
            <p className="py-3 text-muted">What belongs to “{chosen}”.</p>
          </Tabs>
        </State>
      </Specimen>
    </>
  )
}

function Lists() {
  const [items, change] = useState<readonly string[]>(['https://shop.example.com', 'not an origin'])
  const [none, changeNone] = useState<readonly string[]>([])
  return (
    <Specimen name="ListEditor" note="Enter begins the next entry; several pasted lines become several.">
      <State name="one of them wrong" wide>
        <ListEditor
          label="Origin"
          addLabel="Add an origin"
          items={items}
          onChange={change}
          faultOf={(index) => (/\s/.test(items[index] ?? '') ? 'Write an origin.' : undefined)}
        />
      </State>
      <State name="empty" wide>
        <ListEditor label="Name" addLabel="Add a field name" items={none} onChange={changeNone} />
      </State>
    </Specimen>
  )
}
