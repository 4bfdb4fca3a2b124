import { greet } from './greet.js'

export default function Page() {
  return (
    <form action={greet}>
      <h1>Action</h1>
      <button>Greet</button>
    </form>
  )
}
