/** Content of a page of an agency without properties: the way to the set-up. */
import { Link } from 'wouter'
import { may, useSession } from '../api/session.tsx'
import { useTranslations } from '../i18n/translations.tsx'

export function FirstSteps() {
  const { firstSteps: texts } = useTranslations()
  const mayAdd = may(useSession(), 'houses:write')
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{texts.title}</h2>
      <p className="quiet">{mayAdd ? texts.text : texts.ask}</p>
      {mayAdd ? (
        <p>
          <Link className="button link" href="/setup">
            {texts.start}
          </Link>
        </p>
      ) : null}
    </section>
  )
}
