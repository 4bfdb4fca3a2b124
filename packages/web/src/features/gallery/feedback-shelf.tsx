import { useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ConnectPrompt } from '#product/projects/connect-prompt.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { AssigneePicker } from '#product/issues/assignee-picker.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Toast } from '#ui/feedback/toast.tsx'
import { LONG, Specimen, State } from './specimen.tsx'

const nothing = () => undefined
const FAILED = Object.assign(new Error('Hindcast failed to answer this request.'), { digest: '1234567' })
const PEOPLE = [
  { id: '1', name: 'Ada Lovelace', email: 'ada@shop.example' },
  { id: '2', name: 'Grace Hopper', email: 'grace@shop.example' },
]

export function FeedbackShelf() {
  return (
    <>
      <Specimen name="Notice" note="Stands where it matters. An error is announced at once.">
        <State name="plain" wide>
          <Notice title="This is Hindcast’s own project">It reports its own failures here.</Notice>
        </State>
        <State name="warning, with actions" wide>
          <Notice tone="warning" title="This permanently deletes events" actions={<Button>Keep them</Button>}>
            It cannot be undone.
          </Notice>
        </State>
        <State name="long text" wide>
          <Notice title={LONG}>{LONG}</Notice>
        </State>
      </Specimen>
      <Specimen
        name="Failure"
        note="What failed, why, the number under which the report is found, and a way on."
      >
        <State name="with digest" wide>
          <Failure title="Couldn’t load the events" error={FAILED} onRetry={nothing} />
        </State>
      </Specimen>
      <Specimen name="EmptyState" note="Says why nothing is here and what to do about it.">
        <State name="rest" wide>
          <EmptyState title="No matching issues" actions={<Button>Show all issues</Button>}>
            <p>0 of 812 match; without release:4.2 31 do.</p>
          </EmptyState>
        </State>
      </Specimen>
      <Specimen name="ConnectPrompt" note="The empty state of what an app does not send yet.">
        <State name="rest" wide>
          <ConnectPrompt project="web" title="No releases yet">
            <p>Set the release when you initialize the SDK.</p>
          </ConnectPrompt>
        </State>
      </Specimen>
      <Specimen
        name="Skeleton"
        note="Shaped like what will come, only on a first visit; still under reduced motion."
      >
        <State name="lines" wide>
          <div className="grid gap-2">
            <Skeleton width={240} />
            <Skeleton width="60%" />
            <Skeleton height={32} />
          </div>
        </State>
      </Specimen>
      <Toasts />
      <Dialogs />
    </>
  )
}

function Toasts() {
  return (
    <Specimen name="Toast" note="At the bottom for ten seconds; waits while it is pointed at or focused.">
      <State name="done, the newest">
        <Toast tone="done" text="Resolved WEB-1A." newest onUndo={nothing} onDismiss={nothing} />
      </State>
      <State name="done, older">
        <Toast tone="done" text="Ignored WEB-2." onUndo={nothing} onDismiss={nothing} />
      </State>
      <State name="failed">
        <Toast tone="failed" text="WEB-3 could not be resolved." onDismiss={nothing} />
      </State>
      <State name="long text">
        <Toast tone="done" text={LONG} onUndo={nothing} onDismiss={nothing} />
      </State>
    </Specimen>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'dialog' | 'people'>()
  const close = () => setOpen(undefined)
  return (
    <Specimen
      name="Dialog"
      note="Keeps the keyboard, leaves on Escape, gives the focus back. Opens in the system’s theme."
    >
      <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
      <Button onClick={() => setOpen('people')}>Open the person picker</Button>
      {open === 'dialog' && (
        <Dialog label="A dialog" className="max-w-120" onClose={close}>
          <div className="grid justify-items-start gap-3 p-4">
            <p>{LONG}</p>
            <Button onClick={close}>Close</Button>
          </div>
        </Dialog>
      )}
      {open === 'people' && (
        <AssigneePicker
          label="Assign to"
          people={PEOPLE}
          me="1"
          chosen="2"
          onChoose={nothing}
          onClose={close}
        />
      )}
    </Specimen>
  )
}
