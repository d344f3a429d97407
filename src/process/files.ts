import type { FastifyInstance } from 'fastify'
import { servePictureFiles } from '../rental/access/employee-pictures/employee-pictures.rest.ts'
import { servePhotoFiles } from '../rental/properties/photos/photo-files.rest.ts'
import type { Runtime } from './runtime.ts'

/** Serves pictures that were uploaded, to everybody, below the prefix of the scope. */
export function serveFiles(
  scope: FastifyInstance,
  { blobs, database }: Pick<Runtime, 'blobs' | 'database'>,
): void {
  servePhotoFiles(scope, blobs)
  servePictureFiles(scope, { db: database.kysely })
}
