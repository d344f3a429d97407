-- Two of Airbnb's kinds of tax had names of our own.
update fees set airbnb_type = case airbnb_type
    when 'PASS_THROUGH_OCCUPANCY_TAX' then 'PASS_THROUGH_TRANSIENT_OCCUPANCY_TAX'
    else 'PASS_THROUGH_VAT_TAX'
  end
  where airbnb_type in ('PASS_THROUGH_OCCUPANCY_TAX', 'PASS_THROUGH_VAT_GST');
