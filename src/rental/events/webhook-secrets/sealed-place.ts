/** Where sealed values of webhooks belong: a value that is moved elsewhere cannot be opened. */
export const sealedPlace = {
  secret: (webhookUid: string, uid: string) => `webhook ${webhookUid} secret ${uid}`,
  userinfo: (webhookUid: string) => `webhook ${webhookUid} userinfo`,
  /** The credentials in the URL of a replay that goes elsewhere than the webhook's. */
  replayUserinfo: (replayUid: string) => `replay ${replayUid} userinfo`,
}
