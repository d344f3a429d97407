/** Declaration of a noun, from which its list, its forms and their tests are made. */
import type { FormOperation, OperationName } from '../api/operations.ts'
import type { BodyOf, ResponseOf } from '../api/response-types.ts'
import type { FieldOptions, PickerKind } from './form/field-options.ts'

export interface Item {
  uid: string
}

type Session = ResponseOf<'GET /session'>['session']

/** Formatting of values in lists. */
export interface Formats {
  /** Name of an enum value. */
  text: (value: string) => string
  money: (amount: number, currency: string) => string
  /** Formats a share: 0.12 is 12 %. */
  percent: (share: number) => string
  /** Formats a date; null is empty. */
  date: (date: string | null) => string
  /** Name of the object of a uid field, such as `propertyUid`; empty if there is none. */
  nameOf: (uid: string | null) => string
}

/** Paths of lists of which an object can be created. */
type ListPath = OperationName extends infer O
  ? O extends `GET ${infer P}`
    ? `POST ${P}` extends FormOperation
      ? P
      : never
    : never
  : never

type ListOf<P extends ListPath> = ResponseOf<`GET ${P}`>
type Body<P extends ListPath> = BodyOf<`POST ${P}`>

type ItemOf<P extends ListPath, M> = M extends keyof ListOf<P>
  ? ListOf<P>[M] extends readonly (infer I)[]
    ? I
    : never
  : never

/** Paths of the fields of a body, such as `permissions.viewBookings`. */
type FieldPath<B> = {
  [K in keyof B & string]-?: NonNullable<B[K]> extends readonly unknown[]
    ? K
    : NonNullable<B[K]> extends object
      ? `${K}.${FieldPath<NonNullable<B[K]>>}`
      : K
}[keyof B & string]

interface Column<I extends Item = Item, N extends string = string> {
  name: N
  align?: 'end'
  // A method, so that columns of a noun fit into lists of columns of any noun.
  show(item: I, formats: Formats): string | number | null
}

export interface Resource<I extends Item = Item> {
  /** Path of the API. */
  path: string
  /** Members of responses that contain one object, and a list. */
  one: string
  many: string
  /** Path of the page. */
  page: string
  /** Area of permissions (contract/general.md §3.1); changes need the right to write in it. */
  area: string
  /** Parameters of the list, which a new object has, too. */
  scope(session: Session): Record<string, string>
  /** True if the list has pages. */
  isPaged?: boolean
  /** Values of a new object. */
  start?: (session: Session) => Readonly<Record<string, unknown>>
  title(item: I): string
  /** The first column is the link. */
  columns: readonly Column<I>[]
  /** Further columns of the CSV file. */
  csv?: readonly Column<I>[]
  /** Values of a filter, or a picker. */
  filters?: Readonly<Record<string, readonly string[] | PickerKind>>
  /** Filters at the start, which the user can clear. */
  firstFilters?: Readonly<Record<string, string>>
  /** Parameter of the search. */
  query?: string
  /** Parameters that sort by a column. */
  sort?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Fields of each section of the form. */
  sections: Readonly<Record<string, readonly string[]>>
  fields?: Readonly<Record<string, FieldOptions>>
  /** Changes that can be made to several objects. */
  bulk?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** `undo` waits before it deletes, `confirm` asks; null if the objects cannot be deleted. */
  remove: 'undo' | 'confirm' | null
}

interface Declaration<
  P extends ListPath,
  M extends keyof ListOf<P> & string,
  C extends string,
  S extends string,
  F extends FieldPath<Body<P>>,
> extends Omit<Resource<ItemOf<P, M> & Item>, 'sections' | 'fields' | 'columns'> {
  path: P
  many: M
  columns: readonly Column<ItemOf<P, M> & Item, C>[]
  sections: Readonly<Record<S, readonly F[]>>
  fields?: { readonly [K in F]?: FieldOptions }
}

/** Declares a noun. All types follow from its path and its members. */
export function resource<
  P extends ListPath,
  M extends keyof ListOf<P> & string,
  const C extends string,
  const S extends string,
  const F extends FieldPath<Body<P>>,
  const D extends Declaration<P, M, C, S, F>,
>(declaration: D & Declaration<P, M, C, S, F>): D {
  return declaration
}

type SectionOf<R> = R extends { sections: infer S } ? keyof S & string : never
type FieldOf<R> = R extends { sections: Readonly<Record<string, readonly (infer F)[]>> }
  ? F & string
  : never
type ColumnOf<R> = R extends { columns: readonly { name: infer C }[] } ? C & string : never
type BulkOf<R> = R extends { bulk: infer B } ? keyof B & string : never
type FilterOf<R> = R extends { filters: infer F } ? keyof F & string : never

type EnumOf<T> = T extends readonly (infer I)[]
  ? EnumOf<I>
  : T extends string
    ? string extends T
      ? never
      : T
    : never

/** Enum values of the fields of a noun, and the values of its filters. */
type ValueOf<R> =
  | (R extends { path: infer P extends ListPath }
      ? { [K in FieldOf<R> & keyof Body<P>]: EnumOf<Body<P>[K]> }[FieldOf<R> & keyof Body<P>]
      : never)
  | (R extends { filters: Readonly<Record<string, infer V>> }
      ? V extends readonly (infer T extends string)[]
        ? T
        : never
      : never)

/** Texts of a noun. A column or a filter that is also a field needs no text of its own. */
export interface TextsOf<R> {
  one: string
  many: string
  add: string
  /** One sentence about an empty list: the purpose of such objects. */
  empty: string
  sections: Record<SectionOf<R>, string>
  fields: Record<FieldOf<R>, string>
  columns: Record<Exclude<ColumnOf<R> | FilterOf<R>, FieldOf<R>>, string>
  hints?: Partial<Record<FieldOf<R>, string>>
  values: Record<ValueOf<R>, string>
  bulk?: Record<BulkOf<R>, string>
  /** Consequences of a deletion that cannot be undone. */
  removal?: string
}

/** Texts of any noun. */
export interface ResourceTexts {
  one: string
  many: string
  add: string
  empty: string
  sections: Readonly<Record<string, string>>
  fields: Readonly<Record<string, string>>
  columns: Readonly<Record<string, string>>
  hints?: Readonly<Record<string, string | undefined>>
  values: Readonly<Record<string, string>>
  bulk?: Readonly<Record<string, string>>
  removal?: string
}

/** Returns the name of a column, a filter or a field. */
export function nameText({ columns, fields }: ResourceTexts, name: string): string {
  return columns[name] ?? fields[name] ?? name
}
