import * as Sentry from '@sentry/react'
import { createElement, useState, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { offer, sdkOptions } from './scenario.ts'
import { priceOf } from './shop.ts'

function CartTotal({ broken }: { broken: boolean }): ReactElement {
  const cart = broken ? undefined : { items: [{ price: 3 }] }
  return createElement('output', null, String(priceOf(cart)))
}

function CheckoutPage(): ReactElement {
  const [broken, setBroken] = useState(false)
  return createElement(
    'section',
    null,
    createElement('button', { id: 'break', onClick: () => setBroken(true) }, 'Break it'),
    createElement(CartTotal, { broken }),
  )
}

offer({})

Sentry.init(sdkOptions())

const fallback = createElement('p', { role: 'alert' }, 'Something broke')
const boundary = createElement(Sentry.ErrorBoundary, { fallback }, createElement(CheckoutPage))
const bare = createElement(CheckoutPage)
const useBoundary = location.hash !== '#without-boundary'
createRoot(document.querySelector('#app')!, {
  onUncaughtError: Sentry.reactErrorHandler(),
}).render(useBoundary ? boundary : bare)
