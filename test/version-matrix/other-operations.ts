/** Operations on guests' stays: contract/versions.md §4.4 and §4.5. */
import { both, type OperationRow, reads } from './operation-row.ts'

export const messaging: OperationRow[] = [
  { mentions: 'messages by leadUid', columns: '–|x|x|x|x', v3: reads('GET /messages?leadUid') },
  {
    mentions: 'messages by threadUid',
    columns: 'x|–|–|x|x',
    v2: reads('GET /messages?threadUid'),
    v3: reads('GET /messages?threadUid'),
  },
  { mentions: 'messages by agencyUid', columns: '–|–|–|x|x', v3: reads('GET /messages?agencyUid') },
  {
    mentions: 'message by uid',
    columns: 'x|–|–|x|x',
    v2: reads('GET /messages/:uid'),
    v3: reads('GET /messages/:uid'),
  },
  {
    mentions: 'send',
    columns: '–|lead|lead|lead or thread|lead or thread',
    v3: reads('POST /messages'),
  },
  {
    mentions: 'messages/{uid}/resend',
    columns: '–|–|–|x|x',
    v3: reads('POST /messages/:uid/resend'),
  },
  {
    mentions: 'threads list',
    columns: 'x|–|–|x|x',
    v2: reads('GET /threads'),
    v3: reads('GET /threads'),
  },
  {
    mentions: 'thread by uid',
    columns: 'x|–|–|x|x',
    v2: reads('GET /threads/:uid'),
    v3: reads('GET /threads/:uid'),
  },
  {
    mentions: 'mark-as-read / -unread, inbound, attachments download, outbox',
    columns: '–|–|–|–|x',
    v3: reads(
      'POST /threads/:uid/mark-as-read',
      'POST /threads/:uid/mark-as-unread',
      'POST /messages/inbound',
      'GET /messages/:uid/attachments/:attachmentUid',
      'GET /outbox',
    ),
  },
]

export const furtherOperations: OperationRow[] = [
  {
    mentions: 'webhooks create, list, get, delete',
    columns: 'x|x|x|x|x',
    v2: reads('GET POST /webhooks', 'GET DELETE /webhooks/:uid'),
    v3: reads('GET POST /webhooks', 'GET DELETE /webhooks/:uid'),
  },
  {
    mentions: 'webhooks PATCH, enable, disable, secrets, status, deliveries, replay, test',
    columns: '–|–|–|–|x',
    v3: reads(
      'PATCH /webhooks/:uid',
      'POST /webhooks/:uid/enable',
      'POST /webhooks/:uid/disable',
      'GET POST /webhooks/:uid/secrets',
      'DELETE /webhooks/:uid/secrets/:secretUid',
      'GET /webhooks/:uid/status',
      'GET /webhooks/:uid/deliveries',
      'GET /webhooks/:uid/deliveries/:deliveryUid',
      'GET /webhooks/:uid/deliveries/:deliveryUid/attempts',
      'POST /webhooks/:uid/deliveries/:deliveryUid/replay',
      'POST /webhooks/:uid/replays',
      'GET DELETE /webhooks/:uid/replays/:replayUid',
      'POST /webhooks/:uid/test',
      'GET /webhooks/event-types',
      'GET /webhooks/event-types/:eventType',
      'GET /events',
      'GET /events/:eventUid',
    ),
  },
  {
    mentions: 'jobs CRUD',
    columns: 'x|x|x|x|x',
    v2: reads('GET POST /jobs', 'GET PUT DELETE /jobs/:uid'),
    v3: reads('GET POST /jobs', 'GET PUT DELETE /jobs/:uid'),
  },
  {
    mentions: 'jobs accept, decline, mark-as-done',
    columns: '–|x|x|x|x',
    v3: reads('POST /jobs/:uid/accept', 'POST /jobs/:uid/decline', 'POST /jobs/:uid/mark-as-done'),
  },
  {
    mentions: 'services read, update',
    columns: 'r|x|x|x|x',
    v2: reads('GET /services'),
    v3: reads('GET /services', 'GET PUT /services/:uid'),
  },
  {
    mentions: 'services create/delete, service-providers',
    columns: 'r|–|–|–|x',
    v2: reads('GET /serviceproviders'),
    v3: reads(
      'POST /services',
      'DELETE /services/:uid',
      'GET POST /service-providers',
      'GET PUT DELETE /service-providers/:uid',
    ),
  },
  {
    mentions: 'owners',
    columns: 'x|x|x|x|x',
    v2: reads('GET POST PUT DELETE /owners', 'GET PUT DELETE /owners/:uid'),
    v3: reads('GET POST /owners', 'GET PATCH DELETE /owners/:uid'),
  },
  {
    mentions: 'owner-adjustments',
    columns: '–|x|x|x|x',
    v3: reads('GET POST /owner-adjustments', 'GET PUT DELETE /owner-adjustments/:uid'),
  },
  {
    mentions: 'property-ownership read, change, un-assign',
    columns: 'rw|rw|rw|rw|rw',
    v2: reads(
      'GET POST DELETE /propertyownership',
      'GET POST PUT DELETE /propertyownership/:propertyUid',
    ),
    v3: reads('GET PATCH DELETE /property-ownership/:propertyUid'),
  },
  {
    mentions: 'property-ownership by PUT',
    columns: '–|–|–|–|x',
    v3: reads('PUT /property-ownership/:propertyUid'),
  },
  {
    mentions: 'tags',
    columns: 'r|rw|rw|rw|rw',
    v2: reads('GET /tags'),
    v3: both(['GET /tags', 'GET /properties/:uid/tags'], ['POST PUT DELETE /tags']),
  },
  {
    mentions: 'custom-data, custom-data-fields',
    columns: 'x|x|x|x|x',
    v2: reads(
      'GET POST /customdata',
      'GET POST /customdatafields',
      'GET DELETE /customdatafields/:uid',
    ),
    v3: reads(
      'GET POST DELETE /custom-data',
      'GET POST /custom-data-fields',
      'GET DELETE /custom-data-fields/:uid',
    ),
  },
  {
    mentions: 'pin-codes',
    columns: 'x|x|x|x|x',
    v2: reads('GET PUT POST /pincodes', 'DELETE /pincodes/:uid'),
    v3: reads('GET POST /pin-codes', 'PUT DELETE /pin-codes/:uid'),
  },
  {
    mentions: 'property-channel-links',
    columns: 'x (no PUT)|x|x|x|x',
    v2: reads('GET POST /property-channel-links', 'GET DELETE /property-channel-links/:uid'),
    v3: reads('GET POST /property-channel-links', 'GET PUT DELETE /property-channel-links/:uid'),
  },
  {
    mentions: 'employees',
    columns: '–|x|x|x|x',
    v3: reads('GET /employees', 'GET PUT /employees/:uid'),
  },
  {
    mentions: 'sessions, own record, preferences; staff invited, own password',
    columns: '–|–|–|–|x',
    v3: reads(
      'POST /employees',
      'POST /employees/:uid/invitation',
      'PUT /employees/:uid/password',
      'PUT /employees/:uid/picture',
      'GET PATCH /session',
      'PATCH /session/employee',
      'GET /sessions',
      'DELETE /sessions/:uid',
      'GET PUT /session/preferences',
    ),
  },
  {
    mentions: 'API keys, partners that have access',
    columns: '–|–|–|–|x',
    v3: reads(
      'GET POST /api-keys',
      'POST /api-keys/:uid/rotate',
      'DELETE /api-keys/:uid',
      'GET /partners',
      'PUT DELETE /partners/:partnerUid/grants/:objectUid',
      'DELETE /partners/:partnerUid/connection',
    ),
  },
  {
    mentions: 'GET /system, POST /system/test-mail',
    columns: '–|–|–|–|x',
    v3: reads('GET /system', 'POST /system/test-mail'),
  },
  {
    mentions: 'guests',
    columns: 'x|x|x|x|x',
    v2: reads('GET /guests'),
    v3: reads('GET /guests/:agencyUid'),
  },
  {
    mentions: 'reviews read / delete / create, respond',
    columns: 'r|rd|rd|rd|x',
    v2: both(['GET /reviews'], []),
    v3: both(
      ['GET /reviews'],
      ['DELETE /reviews/:uid', 'POST /reviews', 'PUT /reviews/:uid/response'],
    ),
  },
  {
    mentions: 'icals read / write, sync',
    columns: 'r|r|r|r|x',
    v2: reads('GET /externalcalendars'),
    v3: both(
      ['GET /icals'],
      [
        'GET /icals/:uid/events',
        'POST /icals/:uid/events/:eventUid',
        'POST /icals',
        'GET PATCH DELETE /icals/:uid',
        'POST /icals/:uid/sync',
        'POST /icals/:uid/export-token',
        'POST /icals/export-token',
      ],
    ),
  },
  {
    mentions: 'agencies read / PATCH, settings',
    columns: 'r|r|r|r|x',
    v2: reads('GET /agencies', 'GET /agencies/:uid'),
    v3: both(
      ['GET /agencies', 'GET /agencies/:uid'],
      ['PATCH /agencies/:uid', 'GET PATCH /agencies/:uid/settings'],
    ),
  },
  { mentions: 'OAuth, /api/version, /api/versions', columns: 'version-less||||' },
]
