/** Pure functions on GraphQL documents and variables. */
import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  parse,
  print,
} from 'graphql'
import { errorText, type GraphQLRequest, type Post } from './post.ts'

/** Loads the schema. @throws Error with the text of the server */
export async function loadSchema(post: Post): Promise<GraphQLSchema> {
  const operationName = 'IntrospectionQuery'
  const response = await post({ query: getIntrospectionQuery(), operationName })
  if (!response.data) throw new Error(errorText(response))
  return buildClientSchema(response.data as IntrospectionQuery)
}

/**
 * Creates the request of an editor. Of several operations the one at the cursor is named, else the
 * first. @throws SyntaxError if the variables are not JSON
 */
export function toRequest(query: string, variables: string, cursor: number): GraphQLRequest {
  const operationName = findOperation(query, cursor)
  return {
    query,
    ...(variables.trim() === '' ? {} : { variables: JSON.parse(variables) }),
    ...(operationName === undefined ? {} : { operationName }),
  }
}

function findOperation(query: string, cursor: number): string | undefined {
  try {
    const { definitions } = parse(query)
    const operations = definitions.filter(one => one.kind === 'OperationDefinition')
    if (operations.length < 2) return undefined
    const atCursor = operations.find(({ loc }) => loc && loc.start <= cursor && cursor <= loc.end)
    return (atCursor ?? operations[0])?.name?.value
  } catch {
    // The server answers with the error.
    return undefined
  }
}

/** Formats a document. Returns an invalid one, and one with comments, unchanged. */
export function prettify(query: string): string {
  try {
    const document = parse(query)
    for (let token = document.loc?.startToken; token; token = token.next ?? undefined) {
      if (token.kind === 'Comment') return query
    }
    return `${print(document)}\n`
  } catch {
    return query
  }
}
