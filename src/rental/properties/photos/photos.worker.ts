import { worker } from '../../../context.ts'
import { sweepFolder } from '../../../platform/blobs/sweep-folder.ts'
import type { Task } from '../../../platform/worker.ts'
import { measurePhoto } from './measure-photo.ts'
import { deletePhotoFiles, photosFolder } from './photo-file.ts'
import { listKnownPhotosUnscoped, listUnmeasuredUnscoped } from './photos.ts'

const measuredAtOnce = 1_000

export const photoWorkers = [
  worker({
    name: 'delete-photo-files',
    async work({ blobs }, { data: { uid } }: Task<{ uid: string }>) {
      await deletePhotoFiles(blobs, uid)
    },
  }),
  worker({
    name: 'sweep-photo-files',
    schedule: '37 3 * * *',
    async work({ db, blobs, clock, log }) {
      const known = (uids: string[]) => listKnownPhotosUnscoped({ db }, uids)
      const swept = await sweepFolder(blobs, photosFolder, clock.now(), known)
      log.info({ swept }, 'deleted files of photos that no longer exist')
    },
  }),
  worker({
    name: 'measure-photo-files',
    schedule: '23 * * * *',
    async work(ctx, { signal }) {
      for (const photo of await listUnmeasuredUnscoped(ctx, measuredAtOnce)) {
        signal.throwIfAborted()
        await measurePhoto(ctx, photo)
      }
    },
  }),
]
