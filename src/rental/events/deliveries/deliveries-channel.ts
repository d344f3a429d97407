/** The channel on which workers are told, by the agency's uid, that deliveries are waiting. */
export const deliveriesChannel = 'lodgepole_deliveries'
