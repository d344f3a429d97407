/** Pages of a noun: its list, the form of a new object, and the form of one. */

import type { ComponentType, ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link, useLocation, useParams } from 'wouter'
import { may, useSession } from '../api/session.tsx'
import { useResourceTranslations } from '../i18n/resources/translations.ts'
import { useTranslations } from '../i18n/translations.tsx'
import { Problem } from '../shared/problem.tsx'
import { Icon } from '../ui/icons.tsx'
import { ItemForm, NewForm } from './item-form.tsx'
import { ResourceList } from './list/resource-list.tsx'
import { useRemoval } from './list/use-removal.tsx'
import { useItem, useScope } from './resource.query.ts'
import type { Item, Resource, ResourceTexts, TextsOf } from './resource.ts'

interface Parts {
  /** Content beside the form of an object. */
  aside?: ComponentType<{ item: never }>
  /** Content of a second row of each object in the list. */
  below?: ComponentType<{ item: never }>
}

/**
 * Creates the component of the pages of a noun: `page`, `page/new` and `page/:uid`.
 *
 * @param useTexts returns its texts in the language of the user
 */
export function resourcePage<R extends Resource>(
  resource: R,
  useTexts: () => TextsOf<R>,
  { aside, below }: Parts = {},
): ComponentType {
  const Aside = aside as ComponentType<{ item: object }> | undefined
  const Below = below as ComponentType<{ item: object }> | undefined
  return function ResourcePage() {
    const texts = useTexts() as unknown as ResourceTexts
    const { uid } = useParams<{ uid?: string }>()
    if (uid === 'new') return <NewPage {...{ resource, texts }} />
    if (uid) {
      return (
        <ItemPage
          key={uid}
          {...{ resource, texts, uid }}
          {...(Aside ? { aside: item => <Aside item={item} /> } : {})}
        />
      )
    }
    return (
      <ResourceList
        {...{ resource, texts }}
        {...(Below ? { below: item => <Below item={item} /> } : {})}
      />
    )
  }
}

interface PageProps {
  resource: Resource
  texts: ResourceTexts
}

function NewPage({ resource, texts }: PageProps) {
  const { page } = resource
  const [, navigate] = useLocation()
  return (
    <FormPage {...{ resource, texts }} title={texts.add}>
      <NewForm
        {...{ resource, texts }}
        fixed={useScope(resource)}
        onCreate={() => navigate(page, { replace: true })}
        close={() => navigate(page)}
      />
    </FormPage>
  )
}

interface ItemPageProps extends PageProps {
  uid: string
  aside?: (item: object) => ReactNode
}

function ItemPage({ resource, texts, uid, aside }: ItemPageProps) {
  const { page, area, title } = resource
  const kit = useResourceTranslations()
  const { frame } = useTranslations()
  const [, navigate] = useLocation()
  const mayChange = may(useSession(), `${area}:write`)
  const { data, error, refetch, receive } = useItem(resource, uid)
  const removal = useRemoval({ resource, texts }, () => navigate(page))
  if (!data) {
    return (
      <FormPage {...{ resource, texts }} title={texts.one}>
        {error ? (
          <Problem error={error} retry={refetch} />
        ) : (
          <p className="waits">{frame.loading}</p>
        )}
      </FormPage>
    )
  }
  const item = data.item as Item
  const removeButton =
    mayChange && resource.remove ? (
      <Button className="button plain danger" onPress={() => removal.start(item)}>
        {kit.delete}
      </Button>
    ) : null
  return (
    <FormPage {...{ resource, texts }} title={title(item)} actions={removeButton}>
      <ItemForm {...{ resource, texts, uid, receive }} latest={data} />
      {aside?.(item)}
      {removal.dialog}
    </FormPage>
  )
}

interface FormPageProps extends PageProps {
  title: string
  actions?: ReactNode
  children: ReactNode
}

function FormPage({ resource, texts, title, actions, children }: FormPageProps) {
  return (
    <section className="resource-form-page" aria-labelledby="resource-title">
      <Link className="back-link" href={resource.page}>
        <Icon name="left" />
        {texts.many}
      </Link>
      <div className="title-row">
        <h1 id="resource-title">
          <bdi>{title}</bdi>
        </h1>
        {actions}
      </div>
      {children}
    </section>
  )
}
