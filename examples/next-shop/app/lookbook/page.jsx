import Link from 'next/link'
import { Picture } from '../../components/picture.jsx'
import { LOOKS, productOf } from '../../lib/catalogue.js'

export default function Page() {
  return (
    <>
      <h1>Lookbook</h1>
      <ul className="grid">
        {LOOKS.map((look) => (
          <li key={look.id}>
            <Link className="card" href={`/looks/${look.id}`}>
              <Picture product={productOf(look.products[0])} />
              <span className="card-name">{look.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
