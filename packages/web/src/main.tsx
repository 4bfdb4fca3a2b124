import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { LastResort } from './app/last-resort.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <LastResort>
      <App />
    </LastResort>
  </StrictMode>,
)
