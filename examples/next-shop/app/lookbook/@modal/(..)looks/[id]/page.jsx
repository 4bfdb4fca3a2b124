import Link from 'next/link'
import { Look } from '../../../../../components/look.jsx'

export default async function Page({ params }) {
  return (
    <div className="modal" role="dialog" aria-label="Look">
      <div className="modal-page">
        <Link className="modal-close" href="/lookbook">
          Close
        </Link>
        <Look id={(await params).id} />
      </div>
    </div>
  )
}
