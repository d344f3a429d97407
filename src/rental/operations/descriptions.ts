import { mergesFields, replacesAll } from '../../platform/openapi/description.ts'

/** Descriptions of fields and parameters of this district by name: see `../descriptions.ts`. */
export const operationDescriptions = {
  ServiceAudience: 'Audience of the service.',
  jobUid: 'Identifier of the job.',
  author: 'Author of the review.',
  cateredTo: 'Audience of the service.',
  isAnswered: 'If true, only reviews with a response; if false, only those without one.',
  'PinCode.code': 'Code to enter at the lock: digits or letters.',
  lockName: 'Name of the lock that the code opens, at most 100 characters. `null`: main lock.',
  'PinCode.url': 'URL of a page that shows the code to the guest. `null` if there is no page.',
  privateFeedback: 'Private feedback to the host. `null` if none.',
  rate: 'Rating in stars, 1 to 5.',
  rating: 'Rating in stars, 1 to 5.',
  ratingCategories: 'Ratings in stars by category.',
  reviewResponse: 'Response of the host. `null` if none.',
  statuses: 'Only objects with one of these statuses, separated by commas.',
  userUid: 'Employee or owner who has the code. `null` if none.',
} as const

/** Descriptions of operations of this district by operation id. */
export const operationOperations = {
  listJobs:
    'Sorted by start, all statuses, at most 10,000 jobs. `from` and `to` are inclusive, and ' +
    'required unless `modifiedSince` is sent. Deleted jobs are only in the event log ' +
    '(`JOB_DELETED`).',
  getJob: 'Returns jobs of every status.',
  createJob:
    'Status NEW unless `status` is sent. Assigned to the provider of the service unless ' +
    'another provider is sent. A job of a lead moves with the stay and keeps its distance to ' +
    'the nearer of check-in and check-out. Cancelling the lead cancels its jobs, rebooking ' +
    'restores them.',
  replaceJob: `${replacesAll} Setting \`status\` has the effect of the action, such as \`accept\`.`,
  deleteJob: 'To keep the job for the record, decline it instead.',
  acceptJob:
    'Allowed for status NEW or DECLINED. `notes` replaces the notes of the job. Idempotent.',
  declineJob:
    'Allowed for status NEW or ACCEPTED. `notes` replaces the notes of the job. Idempotent.',
  markJobAsDone: 'Allowed for status NEW or ACCEPTED. Final. Idempotent.',
  listServices:
    'Sorted by title, active and inactive. Services for BOTH match GUEST and HOST, too.',
  getService: 'Returns price, audience and service provider.',
  createService: 'The service can then be used in jobs and orders.',
  replaceService: `${replacesAll} Existing orders do not change.`,
  deleteService: 'Rejected if the service has open jobs. Existing orders do not change.',
  listServiceProviders: 'Sorted by name, active and inactive.',
  getServiceProvider: 'Returns name and contact data.',
  createServiceProvider: 'The service provider can then be assigned to services and jobs.',
  replaceServiceProvider: replacesAll,
  deleteServiceProvider: 'Services and jobs are kept, without a service provider.',
  listOrderServices: 'Sorted by creation, oldest first.',
  createOrderService:
    'The service must be for guests and in the currency of the order. `grossPrice` defaults ' +
    'to price times quantity. The order total is recalculated.',
  deleteOrderService: 'The order total is recalculated.',
  listPinCodes: 'Sorted by creation, newest first. Filters are combined with AND.',
  getPinCode: 'The code itself is only returned if the caller has access to it.',
  createPinCode:
    'Exactly one of `leadUid` and `userUid` is required. Without `code`, six random digits are ' +
    'generated. Without times, the code is valid for the stay of the lead, also after its dates ' +
    'change; times that are sent do not move with the stay. Moving the lead to another property ' +
    'or unit deletes its codes. Cancelling it deletes them, too, and rebooking restores them.',
  changePinCode: mergesFields,
  deletePinCode: 'The lead or employee of the code does not change.',
  listReviews: 'Sorted by date, newest first, unless `sort` and `sortDirection` are sent.',
  createReview: '`date` defaults to today, `source` to this server.',
  deleteReview: 'Also deletes the response.',
  respondToReview: 'Replaces the former response; `null` removes it.',
  listOwnerAdjustments: 'Sorted by date, latest first.',
  getOwnerAdjustment: 'Adjustments are credits or charges for an owner in addition to rent.',
  createOwnerAdjustment: '`ownerUid` defaults to the owner of the property.',
  replaceOwnerAdjustment: replacesAll,
  deleteOwnerAdjustment: 'No other objects depend on it.',
} as const
