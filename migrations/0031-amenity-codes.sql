-- Amenities take the codes that clients know (contract/amenities.md §1). Where two codes become one,
-- the row of the public code stays, else the older, with the description and price that any has.
create temporary table amenity_codes (former text primary key, code text not null) on commit drop;

insert into amenity_codes values
  ('HAS_MICROWAVE', 'HAS_MICROWAVE_OVEN'),
  ('HAS_REFRIGERATOR', 'HAS_FRIDGE'),
  ('HAS_KETTLE', 'HAS_WATER_KETTLE'),
  ('HAS_DISHES', 'HAS_CROCKERY_CUTLERY'),
  ('HAS_HIGH_CHAIR', 'HAS_BABY_HIGH_CHAIR'),
  ('HAS_CRIB', 'HAS_BABY_TRAVEL_BED'),
  ('HAS_EV_CHARGER', 'HAS_EV_CAR_CHARGER'),
  ('HAS_PACK_AND_PLAY', 'HAS_PACK_N_PLAY_TRAVEL_CRIB'),
  ('HAS_CHILDREN_BOOKS_AND_TOYS', 'HAS_CHILDRENS_BOOKS_AND_TOYS'),
  ('HAS_CHILDREN_DINNERWARE', 'HAS_CHILDRENS_DINNERWARE'),
  ('HAS_BABY_SAFETY_GATES', 'HAS_STAIR_GATES'),
  ('HAS_BARBECUE_UTENSILS', 'HAS_BARBEQUE_UTENSILS'),
  ('HAS_BIKES', 'HAS_BIKES_FOR_RENT'),
  ('HAS_ETHERNET', 'HAS_ETHERNET_CONNECTION'),
  ('HAS_LOCK_ON_BEDROOM_DOOR', 'HAS_LOCK_ON_BEDROOM'),
  ('HAS_LAPTOP_FRIENDLY_WORKSPACE', 'IS_LAPTOP_FRIENDLY'),
  ('HAS_PATIO', 'HAS_DECK_PATIO'),
  ('HAS_STREET_PARKING', 'HAS_FREE_STREET_PARKING'),
  ('HAS_PAID_PARKING', 'HAS_PAID_ON_PREMISES_PARKING'),
  ('HAS_INDOOR_POOL', 'HAS_INDOOR_POOL_ALL_YEAR'),
  ('HAS_TENNIS_COURT', 'HAS_TENNIS'),
  ('IS_BEACH_FRONT', 'HAS_BEACH_FRONT'),
  ('IS_LAKE_FRONT', 'IS_LAKEFRONT'),
  ('IS_WATERFRONT', 'HAS_WATER_FRONT'),
  ('IS_SKI_IN_OUT', 'HAS_SKI_IN_SKI_OUT'),
  ('HAS_SECURITY_CAMERA', 'HAS_SURVEILLANCE'),
  ('HAS_OCEAN_VIEW', 'HAS_SEA_VIEW'),
  ('HAS_BALCONY', 'HAS_BALCONY_TERRASSE'),
  ('HAS_TERRACE', 'HAS_BALCONY_TERRASSE');

create temporary table merged_amenities on commit drop as
select agency_uid, uid, code, rank, description, price
from (
  select a.agency_uid, a.uid, coalesce(m.code, a.amenity) as code,
    row_number() over (same order by m.code is not null, a.created_at, a.uid) as rank,
    first_value(a.description) over (same
      order by a.description is null, m.code is not null, a.created_at, a.uid) as description,
    first_value(a.price) over (same
      order by a.price is null, m.code is not null, a.created_at, a.uid) as price,
    bool_or(m.code is not null) over (same) as has_former
  from amenities a
  left join amenity_codes m on m.former = a.amenity
  window same as (
    partition by a.agency_uid, coalesce(a.property_uid, a.hotel_uid), coalesce(m.code, a.amenity))
) amenity
where has_former;

delete from amenities a using merged_amenities m
where m.agency_uid = a.agency_uid and m.uid = a.uid and m.rank > 1;

update amenities a set amenity = m.code, description = m.description, price = m.price
from merged_amenities m
where m.agency_uid = a.agency_uid and m.uid = a.uid and m.rank = 1;
