alter table event_scans validate constraint scan_result_is_known;
